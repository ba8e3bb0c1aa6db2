"""Paths, for translated programs (POSIX rules)."""
import os

sep = altsep = '/'


def risabs(path):
    return path.startswith('/')


def risdir(path):
    """Whether there is a folder of this name."""
    return os.path.isdir(path)


def rjoin(path, *more):
    for p in more:
        if p.startswith('/'):
            path = p
        elif path == '' or path.endswith('/'):
            path = path + p
        else:
            path = path + '/' + p
    return path


def rnormpath(path):
    if path == '':
        return '.'
    absolute = path.startswith('/')
    parts = []
    for part in path.split('/'):
        if part == '' or part == '.':
            continue
        if part == '..':
            if len(parts) > 0 and parts[len(parts) - 1] != '..':
                parts.pop()
                continue
            if absolute:
                continue
        parts.append(part)
    text = '/'.join(parts)
    if absolute:
        # Two slashes at the beginning are not one, three are.
        two = path.startswith('//') and not path.startswith('///')
        text = ('//' if two else '/') + text
    if text == '':
        return '.'
    return text


def rabspath(path):
    if not risabs(path):
        path = rjoin(os.getcwd(), path)
    return rnormpath(path)


def rsplitdrive(path):
    return '', path


def rdirname(path):
    i = path.rfind('/') + 1
    assert i >= 0
    head = path[:i]
    end = _without_slashes(head)
    return head if end == 0 else head[:end]


def _without_slashes(path):
    """The length of a path without the slashes at its end."""
    end = len(path)
    while end > 0 and path[end - 1] == '/':
        end -= 1
    assert end >= 0
    return end


def rbasename(path):
    i = path.rfind('/') + 1
    assert i >= 0
    return path[i:]


def rsplit(path):
    """What stands before the last slash, and behind it."""
    return rdirname(path), rbasename(path)


def rsplitext(path):
    """The name without its extension, and that; a name that begins with dots has none there."""
    start = path.rfind('/') + 1
    assert start >= 0
    while start < len(path) and path[start] == '.':
        start += 1
    dot = path.rfind('.')
    if dot <= start:
        return path, ''
    return path[:dot], path[dot:]


def rrelpath(path, start='.'):
    """The way to a path from another one."""
    if path == '':
        raise ValueError('no path specified')
    goal = [part for part in rabspath(path).split('/') if part != '']
    base = [part for part in rabspath(start).split('/') if part != '']
    common = 0
    while common < len(goal) and common < len(base) and goal[common] == base[common]:
        common += 1
    parts = ['..'] * (len(base) - common)
    for i in range(common, len(goal)):
        parts.append(goal[i])
    return '/'.join(parts) if len(parts) > 0 else '.'


def rexpanduser(path):
    if path == '~' or path.startswith('~/'):
        home = os.environ.get('HOME')
        if home is not None:
            text = home[:_without_slashes(home)] + path[1:]
            return text if text != '' else '/'
    return path


def rcommonprefix(paths):
    if len(paths) == 0:
        return ''
    prefix = paths[0]
    for path in paths:
        n = 0
        while n < len(prefix) and n < len(path) and prefix[n] == path[n]:
            n += 1
        prefix = prefix[:n]
    return prefix


def rnormcase(path):
    return path


def rexists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True
