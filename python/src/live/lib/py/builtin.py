"""Names that were once missing in old Pythons."""
BaseException = BaseException
set = set
frozenset = frozenset
reversed = reversed
sorted = sorted
enumerate = enumerate
any = any
all = all
callable = callable
text = type(u'')
bytes = str
print_ = print


def execfile(fn, globs=None, locs=None):
    f = open(fn)
    exec(f.read(), globs, locs)
    f.close()


def exec_(obj, globals=None, locals=None):
    exec(obj, globals if globals is not None else {}, locals)


def _basestring():
    return (str, text)


def _totext(obj, encoding=None, errors=None):
    return obj.decode(encoding or 'utf-8') if isinstance(obj, str) else text(obj)


def _isbytes(x):
    return isinstance(x, str)


def _istext(x):
    return isinstance(x, text)
