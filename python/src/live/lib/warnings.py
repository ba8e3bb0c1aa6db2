"""Warnings go to standard error, once per text."""
import sys

_seen = set()
filters = []


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = message.__class__
        message = str(message)
    if category is None:
        category = UserWarning
    for action, cat in filters:
        if issubclass(category, cat):
            if action == 'ignore':
                return
            if action == 'error':
                raise category(message)
            break
    else:
        if issubclass(category, (DeprecationWarning, PendingDeprecationWarning)):
            return
    key = (message, category)
    if key not in _seen:
        _seen.add(key)
        sys.stderr.write('%s: %s\n' % (category.__name__, message))


def warn_explicit(message, category, filename, lineno, *args, **kw):
    warn(message, category)


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    filters.insert(0, (action, category))


def simplefilter(action, category=Warning, lineno=0, append=False):
    filters.insert(0, (action, category))


def resetwarnings():
    del filters[:]


def showwarning(message, category, filename, lineno, file=None, line=None):
    sys.stderr.write('%s: %s\n' % (category.__name__, message))


class catch_warnings(object):
    def __init__(self, record=False, module=None):
        self.record = record

    def __enter__(self):
        self.saved = filters[:]
        return [] if self.record else None

    def __exit__(self, *exc):
        filters[:] = self.saved
