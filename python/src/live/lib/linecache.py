"""Lines of source files."""
_cache = {}


def getlines(filename, module_globals=None):
    if filename not in _cache:
        try:
            f = open(filename)
            _cache[filename] = f.readlines()
            f.close()
        except EnvironmentError:
            return []
    return _cache[filename]


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def checkcache(filename=None):
    _cache.clear()


clearcache = checkcache
