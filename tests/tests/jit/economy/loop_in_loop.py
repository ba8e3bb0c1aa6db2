"""A loop inside of another one, whose code first closes in the middle of a turn: what is made again for it is not sought
in the loop around it, turn by turn."""
# run: 300 3000
# jit: threshold=2
# holds: sessions<=150
import os
from rpython.rlib.jit import JitDriver, promote, dont_look_inside

driver = JitDriver(greens=['pc', 'code'], reds=['frame'])


class Shape(object):
    _immutable_fields_ = ['step']

    def __init__(self, step):
        self.step = step


SHAPES = [Shape(3), Shape(5)]


class Counter(object):
    shape = SHAPES[0]
    calls = 0
    inner = 0


COUNTER = Counter()


@dont_look_inside
def shape_of(n):
    COUNTER.calls += 1
    if COUNTER.calls == 1000000:
        COUNTER.shape = SHAPES[1]
    return COUNTER.shape


class Code(object):
    _immutable_fields_ = ['ops', 'callee']

    def __init__(self, ops, callee):
        self.ops = ops
        self.callee = callee


class Frame(object):
    def __init__(self, code, n):
        self.code = code
        self.i = 0
        self.n = n
        self.total = 0
        self.last = None


class Box(object):
    def __init__(self, value):
        self.value = value


def measure(frame, n):
    shape = promote(shape_of(n))
    if frame.last is None:
        frame.last = Box(0)
    last = frame.last
    frame.last = Box((last.value + shape.step) & 1023)
    return frame.last.value


def text(frame, n):
    a = measure(frame, n)
    if a & 1:
        a += measure(frame, n + 1)
    else:
        a += 2
    return a


def run(code, n):
    frame = Frame(code, n)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame)
        op = code.ops[pc]
        pc += 1
        if op == 'm':
            frame.total = (frame.total + text(frame, frame.i)) & 0xffffff
        elif op == 'c':
            frame.total = (frame.total + run(code.callee, COUNTER.inner)) & 0xffffff
        elif op == 'i':
            frame.i += 1
        elif op == 'l':
            if frame.i < frame.n:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, frame=frame)
        else:
            return frame.total


INNER = Code('mil.', None)
OUTER = Code('cil.', INNER)


def entry_point(argv):
    COUNTER.inner = int(argv[1])
    os.write(1, "%d\n" % run(OUTER, int(argv[2])))
    return 0


def target(*args):
    return entry_point, None
