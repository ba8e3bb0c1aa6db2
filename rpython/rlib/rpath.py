"""Paths, for translated programs (POSIX rules)."""
import os


def risabs(path):
    return path.startswith('/')


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
        text = '/' + text
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
    end = len(head)
    while end > 1 and head[end - 1] == '/':
        end -= 1
    assert end >= 0
    return head[:end]


def rbasename(path):
    i = path.rfind('/') + 1
    assert i >= 0
    return path[i:]


def rexists(path):
    try:
        os.stat(path)
    except OSError:
        return False
    return True
