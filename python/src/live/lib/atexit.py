"""Functions to be called at the end: the end of a live space has no such moment, they are kept only."""
_functions = []


def register(f, *args, **kw):
    _functions.append((f, args, kw))
    return f


def unregister(f):
    _functions[:] = [x for x in _functions if x[0] is not f]
