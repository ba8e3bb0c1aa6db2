"""Printing of tracebacks."""
import sys
import _genext


def format_exc(limit=None):
    e = sys.exc_info()[1]
    if e is None:
        return 'NoneType: None\n'
    return _genext.traceback_text(e)


def print_exc(limit=None, file=None):
    (file or sys.stderr).write(format_exc())


def _value(exc, value):
    return value if isinstance(value, BaseException) else exc


def format_exception(exc, value=None, tb=None, limit=None):
    text = _genext.traceback_text(_value(exc, value))
    return [line + '\n' for line in text.split('\n')[:-1]]


def print_exception(exc, value=None, tb=None, limit=None, file=None):
    (file or sys.stderr).write(_genext.traceback_text(_value(exc, value)))


def format_exception_only(exc, value=None):
    return [_genext.exception_line(_value(exc, value)) + '\n']


def format_tb(tb, limit=None):
    return [_genext.traceback_entries(tb)]


def print_tb(tb, limit=None, file=None):
    (file or sys.stderr).write(_genext.traceback_entries(tb))


def extract_tb(tb, limit=None):
    return []


def extract_stack(f=None, limit=None):
    return []


def format_stack(f=None, limit=None):
    return []


def print_stack(f=None, limit=None, file=None):
    pass


def format_list(entries):
    return []
