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
    """How control leaves a block of statements."""

    def __init__(self):
        pass

    @staticmethod
    def rebuild(*args):
        raise NotImplementedError

    def __eq__(self, other):
        return type(other) is type(self) and other.args == self.args

    def __ne__(self, other):
        return not self == other


class Return(FlowSignal):
    def __init__(self, w_value):
        self.w_value = w_value

    @property
    def args(self):
        return [self.w_value]

    @staticmethod
    def rebuild(w_value):
        return Return(w_value)


class Raise(FlowSignal):
    def __init__(self, w_exc):
        self.w_exc = w_exc

    @property
    def args(self):
        return [self.w_exc.w_type, self.w_exc.w_value]

    @classmethod
    def rebuild(cls, w_type, w_value):
        return cls(FSException(w_type, w_value))


class RaiseImplicit(Raise):
    """Raised by an operation, not by a `raise` statement."""


class Break(FlowSignal):
    @property
    def args(self):
        return []

    @staticmethod
    def rebuild():
        return Break()


class Continue(FlowSignal):
    def __init__(self, jump_to):
        self.jump_to = jump_to

    @property
    def args(self):
        return [Constant(self.jump_to)]

    @staticmethod
    def rebuild(w_jump_to):
        return Continue(w_jump_to.value)


class FlowContext(object):
    """Executes one function abstractly: the engine of the flow space does, this class only names what it executes."""


def _executed_by_the_engine(self, *args):
    raise FlowingError('instructions are executed by the engine')


for _name in host_bytecode_spec.method_names:
    setattr(FlowContext, _name, _executed_by_the_engine)
