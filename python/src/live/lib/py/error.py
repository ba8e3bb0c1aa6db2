"""Errors of the operating system, one class for each number: `py.error.ENOENT`."""
import errno as _errno
import sys


class Error(EnvironmentError):
    def __repr__(self):
        return '%s.%s' % (self.__class__.__module__, self.__class__.__name__)

    def __str__(self):
        return '[%s]: %s' % (self.__class__.__name__, ', '.join([str(a) for a in self.args[1:]] or
                                                              [str(a) for a in self.args]))


_classes = {}


def _class(number):
    if number not in _classes:
        name = _errno.errorcode.get(number, 'UnknownErrno%s' % number)
        _classes[number] = type(Error)(name, (Error,), {'errno': number, '__module__': 'py.error'})
    return _classes[number]


for _name in dir(_errno):
    if _name.startswith('E') and _name != 'EWOULDBLOCK':
        globals()[_name] = _class(getattr(_errno, _name))


def checked_call(func, *args, **kw):
    """Calls a function of `os`; its errors become those of this module."""
    try:
        return func(*args, **kw)
    except Error:
        raise
    except EnvironmentError as e:
        if getattr(e, 'errno', None) is None:
            raise
        raise _class(e.errno)(e.errno, e.strerror, getattr(e, 'filename', None))
