"""Assertions, logs and checks that cost nothing when they are not wanted."""

import sys

from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.rtimer import read_timestamp


class FatalError(Exception):
    pass


def ll_assert(condition, msg):
    """Translated natively: a debug-build assertion."""
    assert condition, msg


def ll_assert_not_none(x):
    """Translated natively: the annotation of the result is not None."""
    assert x is not None
    return x


def fatalerror(msg):
    """Translated natively: prints a traceback and the message, and aborts."""
    raise FatalError(msg)


def fatalerror_notb(msg):
    """Translated natively: prints the message and aborts."""
    raise FatalError(msg)


class DebugLog(list):
    def debug_print(self, *args):
        self.append(('debug_print',) + args)

    def debug_start(self, category):
        self.append((category, []))

    def debug_stop(self, category):
        self.append((category,))


_log = None


def debug_print(*args):
    """Translated natively: ignored unless logging is on."""
    if _log is not None:
        _log.debug_print(*args)


def debug_start(category, timestamp=False):
    """Begins a section of the log. With `timestamp` it gives the time, in the units of `read_timestamp`; else any number."""
    if not we_are_translated() and _log is not None:
        _log.debug_start(category)
    return read_timestamp() if timestamp else 0


def debug_stop(category, timestamp=False):
    """Ends it."""
    if not we_are_translated() and _log is not None:
        _log.debug_stop(category)
    return read_timestamp() if timestamp else 0


def have_debug_prints():
    """Translated natively: False unless logging is on."""
    return False


def have_debug_prints_for(category_prefix):
    """Translated natively."""
    return False


def debug_offset():
    """Translated natively."""
    return -1


def debug_flush():
    """Translated natively."""


def debug_print_traceback():
    """Translated natively: the traceback of the exception being handled."""
    import traceback
    traceback.print_exc()


def make_sure_not_resized(arg):
    """Translated natively: an error at translation time if the list is ever resized."""
    return arg


def mark_dict_non_null(d):
    """Translated natively: no key of the dictionary is None."""
    return d


class IntegerCanBeNegative(Exception):
    pass


class UnexpectedRUInt(Exception):
    pass


class ExpectedRegularInt(Exception):
    pass


class NotAListOfChars(Exception):
    pass


def check_nonneg(x):
    """Translated natively: an error at translation time unless `x` is known to be non-negative."""
    assert x >= 0
    return x


def check_not_access_directly(arg):
    """Nothing is: fields of virtualizable objects are found by their use."""
    return arg


def check_regular_int(x):
    """Translated natively: an error at translation time unless `x` is an int."""
    return x


def check_list_of_chars(l):
    """Translated natively: an error at translation time unless the items are characters."""
    return l


def check_annotation(arg, checker):
    """Translated natively: calls `checker` with the annotation."""
    return arg


def attach_gdb():
    """Translated natively: ignored."""
