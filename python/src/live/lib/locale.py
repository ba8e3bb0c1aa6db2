"""The locale of C, which is the only one there is."""

LC_CTYPE = 0
LC_NUMERIC = 1
LC_TIME = 2
LC_COLLATE = 3
LC_MONETARY = 4
LC_MESSAGES = 5
LC_ALL = 6


class Error(Exception):
    pass


def setlocale(category, locale=None):
    if locale not in (None, '', 'C', 'POSIX'):
        raise Error('unsupported locale setting')
    return 'C'


def getlocale(category=LC_CTYPE):
    return (None, None)


def getdefaultlocale(envvars=None):
    return (None, None)


def getpreferredencoding(do_setlocale=True):
    return 'UTF-8'
