"""Exceptions of the implementation."""

from rpython.rlib.jit import dont_look_inside


class KiteSyntaxError(Exception):
    """The source is not a Kite program."""

    def __init__(self, msg, line):
        self.msg = msg
        self.line = line


class KiteError(Exception):
    """A Kite exception on its way to a handler.

    `w_value` is what a `catch` sees; `trace` collects the functions left on the
    way, innermost first.
    """

    def __init__(self, w_value):
        self.w_value = w_value
        self.trace = []

    @dont_look_inside
    def add_trace(self, code, pc):
        self.trace.append(TraceEntry(code.name, code.lines[pc]))


class TraceEntry(object):
    def __init__(self, function, line):
        self.function = function
        self.line = line
