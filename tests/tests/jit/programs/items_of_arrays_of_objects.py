"""A list that is sliced is seen as an array of another type; so what its items refer to was told apart from what those
of a fixed list refer to, though items that are no lists belong to nobody: the same object was found to be another."""
# run: 400
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['state', 'frame'], virtualizables=['frame'])


class Value(object):
    pass


class Pair(Value):
    pass


class Closure(Value):
    pass


class Sequence(Value):
    def __init__(self, items):
        self.items = items


class State(object):
    def __init__(self):
        self.same = 0
        self.closures = [Closure() for i in range(4)]


class Code(object):
    def __init__(self, text):
        self.text = text
        self.seen = [None] * 10


class Frame(object):
    _virtualizable_ = ['registers[*]']

    def __init__(self):
        self.registers = [Value()] * 4


def run(state, frame, code):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, state=state, frame=frame)
        op = code.text[pc]
        if op == 'c':
            frame.registers[0] = state.closures[pc]
        elif op == 's':
            sequence = frame.registers[0]
            assert isinstance(sequence, Sequence)
            frame.registers[0] = Sequence(sequence.items[:])
        elif op == 'n':
            frame.registers[0] = Sequence([Value()])
        elif op == 'r':
            return frame.registers[0]
        value = frame.registers[0]
        if isinstance(value, Pair):
            pass
        elif op == 'i':
            before = code.seen[pc]
            if before is value:
                state.same += 1
            code.seen[pc] = value
        pc += 1


def entry_point(argv):
    state = State()
    code = Code('ccir')
    for i in range(int(argv[1])):
        run(state, Frame(), code)
    os.write(1, str(state.same) + '\n')
    return 0


def target(driver, args):
    return entry_point, None
