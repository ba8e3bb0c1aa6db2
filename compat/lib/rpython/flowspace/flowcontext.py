# genext: python2
"""Errors and signals of the flow space."""
from rpython.flowspace.model import Constant, FSException, Variable  # noqa
from rpython.tool.stdlib_opcode import host_bytecode_spec


class FlowingError(Exception):
    """The function is not RPython."""
    def __init__(self, message=None, ctx=None):
        Exception.__init__(self, message)
        self.msg = message
        self.source = None

    def __str__(self):
        text = str(self.msg)
        return text + '\n' + self.source if self.source else text


class StopFlowing(Exception):
    pass


class BytecodeCorruption(Exception):
    pass


class FlowSignal(Exception):
    """How control leaves a block of statements. `args` are the values that a signal carries; `rebuild` makes one of such values."""
    args = property(lambda self: self.carried())

    def __init__(self):
        pass

    def carried(self):
        return []

    @classmethod
    def rebuild(cls, *args):
        return cls(*args)

    def __ne__(self, other):
        return type(self) is not type(other) or self.carried() != other.carried()

    def __eq__(self, other):
        return not self.__ne__(other)


class Break(FlowSignal):
    """`break`"""


class Return(FlowSignal):
    """`return value`"""

    def __init__(self, w_value):
        self.w_value = w_value

    def carried(self):
        return [self.w_value]


class Continue(FlowSignal):
    """`continue`, to the start of a loop."""

    def __init__(self, jump_to):
        self.jump_to = jump_to

    def carried(self):
        return [Constant(self.jump_to)]

    @classmethod
    def rebuild(cls, w_jump_to):
        return cls(w_jump_to.value)


class Raise(FlowSignal):
    """`raise`"""

    def __init__(self, w_exc):
        self.w_exc = w_exc

    def carried(self):
        exc = self.w_exc
        return [exc.w_type, exc.w_value]

    @classmethod
    def rebuild(cls, w_type, w_value):
        return cls(FSException(w_type, w_value))


class RaiseImplicit(Raise):
    """Raised by an operation, not by a `raise` statement."""


class FlowContext(object):
    """Executes one function abstractly: the engine of the flow space does, this class only names what it executes."""


def _executed_by_the_engine(self, *args):
    raise FlowingError('instructions are executed by the engine')


for _name in host_bytecode_spec.method_names:
    setattr(FlowContext, _name, _executed_by_the_engine)
