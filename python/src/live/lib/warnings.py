"""Warnings go to standard error, once per text; `catch_warnings` can record them."""
import re
import sys

_seen = set()
# Actions, the latest first: (action, pattern of the message or None, category, pattern of the module or None, line).
filters = []
# The lists that `catch_warnings(record=True)` gave, innermost last.
_records = []


class WarningMessage(object):
    """A recorded warning."""

    def __init__(self, message, category, filename, lineno, file=None, line=None, source=None):
        self.message, self.category, self.filename, self.lineno = message, category, filename, lineno
        self.file, self.line, self.source = file, line, source
        self._category_name = category.__name__

    def __str__(self):
        return '{message : %r, category : %r, filename : %r, lineno : %s, line : %r}' % (
            self.message, self._category_name, self.filename, self.lineno, self.line)


def warn(message, category=None, stacklevel=1, source=None):
    if isinstance(message, Warning):
        category = message.__class__
    elif category is None:
        category = UserWarning
    try:
        frame = sys._getframe(stacklevel)
        place = frame.f_code.co_filename
        module = frame.f_globals.get('__name__', '')
    except ValueError:
        place, module = 'sys', 'sys'
    _warn(message, category, place, 1, module)


def _warn(message, category, filename, lineno, module):
    instance = message if isinstance(message, Warning) else category(message)
    text = str(message)
    action = None
    for act, pattern, cat, where, line in filters:
        if issubclass(category, cat) and (pattern is None or pattern.match(text)) \
                and (where is None or where.match(module)) and line in (0, lineno):
            action = act
            break
    if action is None and issubclass(category, (DeprecationWarning, PendingDeprecationWarning)):
        return
    if action == 'ignore':
        return
    if action == 'error':
        raise instance
    key = (text, category)
    if action != 'always':
        if key in _seen:
            return
        _seen.add(key)
    if _records:
        _records[-1].append(WarningMessage(instance, category, filename, lineno))
    else:
        showwarning(instance, category, filename, lineno)


def warn_explicit(message, category, filename, lineno, module=None, *args, **kw):
    _warn(message, category, filename, lineno, module or filename)


def filterwarnings(action, message='', category=Warning, module='', lineno=0, append=False):
    entry = (action, re.compile(message, re.I) if message else None, category,
             re.compile(module) if module else None, lineno)
    filters.insert(len(filters) if append else 0, entry)


def simplefilter(action, category=Warning, lineno=0, append=False):
    filters.insert(len(filters) if append else 0, (action, None, category, None, lineno))


def resetwarnings():
    del filters[:]


def formatwarning(message, category, filename, lineno, line=None):
    return '%s: %s\n' % (category.__name__, message)


def showwarning(message, category, filename, lineno, file=None, line=None):
    (file or sys.stderr).write(formatwarning(message, category, filename, lineno, line))


class catch_warnings(object):
    def __init__(self, record=False, module=None):
        self.record = record

    def __enter__(self):
        self.saved = filters[:], set(_seen)
        _seen.clear()
        if not self.record:
            return None
        self.log = []
        _records.append(self.log)
        return self.log

    def __exit__(self, *exc):
        global _seen
        filters[:], _seen = self.saved
        if self.record:
            # By identity: equal lists are not the same.
            _records[:] = [r for r in _records if r is not self.log]
