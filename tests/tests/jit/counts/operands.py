"""A loop that a primitive makes: each turn pushes a block and the turn's number onto the caller's stack, in memory, from
where the block's frame takes them. The block stores through its frame's context. Argument: turns."""
import os
from rpython.rlib import jit
from rpython.rlib.jit import JitDriver

CONST, STORE, RETURN, REPEAT = range(4)

driver = JitDriver(greens=['pc', 'code'], reds=['frame'])
repeating = JitDriver(greens=['block'], reds=['i', 'n', 'frame'])


class Value(object):
    pass


class Integer(Value):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class Block(Value):
    _immutable_fields_ = ['code', 'context']

    def __init__(self, code, context):
        self.code = code
        self.context = context


class Layout(object):
    _immutable_fields_ = ['index']

    def __init__(self, index):
        self.index = index


class Receiver(Value):
    def __init__(self, layout):
        self.layout = layout
        self.fields = [None, None]


class Code(Value):
    _immutable_fields_ = ['text[*]', 'constants[*]', 'depth', 'arguments']

    def __init__(self, text, constants, depth, arguments):
        self.text = text
        self.constants = constants
        self.depth = depth
        self.arguments = arguments


class Frame(object):
    _immutable_fields_ = ['stack', 'code']

    def __init__(self, code, context):
        self.code = code
        self.context = context
        self.stack = [None] * code.depth
        self.top = -1

    def push(self, value):
        top = jit.promote(self.top) + 1
        assert 0 <= top < len(self.stack)
        self.stack[top] = value
        self.top = top

    def pop(self):
        top = jit.promote(self.top)
        assert 0 <= top < len(self.stack)
        value = self.stack[top]
        self.stack[top] = None
        self.top = top - 1
        assert value is not None
        return value

    def has_context(self):
        return self.context is not None


@jit.unroll_safe
def outermost(frame):
    while frame.has_context():
        frame = frame.context
    return frame


@jit.unroll_safe
def invoke(code, caller):
    block = caller.stack[jit.promote(caller.top) - code.arguments + 1]
    assert isinstance(block, Block)
    frame = Frame(code, block.context)
    for i in range(code.arguments - 1, -1, -1):
        frame.stack[i] = caller.pop()
    frame.top = code.arguments - 1
    caller.push(interpret(frame, code))


def repeat(frame, n, block):
    i = 0
    while i < n:
        repeating.jit_merge_point(block=block, i=i, n=n, frame=frame)
        frame.push(Block(block, frame))
        frame.push(Integer(i))
        invoke(block, frame)
        frame.pop()
        i += 1


def interpret(frame, code):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.text[pc]
        pc += 1
        if op == CONST:
            frame.push(code.constants[code.text[pc]])
            pc += 1
        elif op == STORE:
            receiver = outermost(frame).stack[0]
            assert isinstance(receiver, Receiver)
            receiver.fields[jit.promote(receiver.layout).index] = frame.pop()
        elif op == REPEAT:
            n = frame.pop()
            assert isinstance(n, Integer)
            block = code.constants[code.text[pc]]
            assert isinstance(block, Code)
            pc += 1
            repeat(frame, n.value, block)
        elif op == RETURN:
            return frame.pop()


def entry_point(argv):
    block = Code([CONST, 0, STORE, CONST, 0, RETURN], [Integer(2122)], 6, 2)
    main = Code([CONST, 0, CONST, 1, REPEAT, 2, RETURN],
                [Integer(1), Integer(int(argv[1])), block], 6, 0)
    frame = Frame(main, None)
    receiver = Receiver(Layout(len(argv) & 1))
    frame.push(receiver)
    interpret(frame, main)
    value = receiver.fields[len(argv) & 1]
    assert isinstance(value, Integer)
    os.write(1, '%d\n' % value.value)
    return 0


def target(driver, args):
    return entry_point
