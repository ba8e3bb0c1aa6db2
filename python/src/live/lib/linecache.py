"""Lines of source files."""

cache = {}


def getlines(filename, module_globals=None):
    """All lines: those that somebody put into the cache (size, time, lines, name), or those of the file."""
    if filename in cache and len(cache[filename]) > 2:
        return cache[filename][2]
    try:
        with open(filename) as f:
            return f.readlines()
    except (IOError, OSError):
        return []


def getline(filename, lineno, module_globals=None):
    lines = getlines(filename)
    return lines[lineno - 1] if 1 <= lineno <= len(lines) else ''


def checkcache(filename=None):
    pass


def clearcache():
    cache.clear()
