"""Functions that the JIT does not look into, and elidable ones, that get the frame of the caller of the method that calls
them: they read it, change it, keep it, call the portal again with it, or raise an exception with it."""
# run: 10
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable

driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'other', 'w'], is_recursive=True)


class W_Int(object):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class Info(object):
    _immutable_fields_ = ['number', 'outer']

    def __init__(self, number, outer):
        self.number = number
        self.outer = outer


class Frame(object):
    """`number`, `info` and `previous` never change."""

    def __init__(self, number, previous, w):
        self.number = number
        self.previous = previous
        self.info = Info(number * 3, previous)
        self.w = w
        self.locals = [w, None, w]


class Stop(Exception):
    def __init__(self, frame):
        self.frame = frame


class World(object):
    def __init__(self):
        self.every = 1
        self.calls = 0
        self.seen = 0
        self.deep = 0
        self.kept = None
        self.functions = [read, change, keep]

    def rarely(self):
        return self.calls % self.every == 0

    def note(self, n):
        self.seen = (self.seen * 31 + n) & 0xffffff


@elidable
def number_of(frame):
    """Rests on what never changes."""
    return frame.number + frame.info.number


@elidable
def outer_number(frame):
    outer = frame.info.outer
    if outer is None:
        return -1
    return outer.number


@dont_look_inside
def read(frame, n):
    result = 0
    while frame is not None and n > 0:
        result = result * 3 + frame.w.value + frame.number
        w = frame.locals[1]
        if w is not None:
            result += w.value
        frame = frame.previous
        n -= 1
    WORLD.note(result & 0xffffff)


@dont_look_inside
def change(frame, n):
    frame.w = W_Int(frame.w.value + n)
    frame.locals[1] = frame.locals[0]
    if frame.locals[0] is frame.locals[2]:
        WORLD.note(1)
    if WORLD.calls & 1:
        frame.locals[0] = frame.w


@dont_look_inside
def keep(frame, n):
    kept = WORLD.kept
    if kept is not None:
        WORLD.note(kept.number + kept.w.value)
        kept.w = frame.w
        if kept is frame:
            WORLD.note(2)
    WORLD.kept = frame


@dont_look_inside
def fail(frame, n):
    if WORLD.calls % 5 == n:
        raise Stop(frame)


@dont_look_inside
def again(frame, w):
    """The portal, from a function that is not looked into."""
    if WORLD.deep > 9 or WORLD.calls > 250:
        return w
    WORLD.deep += 1
    w = run(CODES[WORLD.calls % 3], Frame(frame.number + 1, frame, w), frame, w)
    WORLD.deep -= 1
    return w


def run(code, frame, other, w):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, other=other, w=w)
        op = code[pc]
        pc += 1
        previous = frame.previous
        if op == 'R':
            return w
        elif op == 'w':
            w = W_Int((w.value + frame.w.value) & 0xfff)
        elif op == 'l':
            frame.locals[1] = w
            frame.w = w
        elif op == 'g':
            w0 = frame.locals[0]
            if w0 is not None:
                w = W_Int((w0.value * 3 + w.value) & 0xfff)
            if w0 is other.locals[0]:
                WORLD.note(3)
        elif op == 'c' or op == 'd' or op == 'e':
            # Down to the number 0; with another frame as `other`; with a handler.
            if frame.w.value > 0 and WORLD.deep < 14 and WORLD.calls < 250:
                WORLD.calls += 1
                deep = WORLD.deep
                WORLD.deep += 1
                called = Frame(frame.number + 1, frame, W_Int((frame.w.value - 1) & 15))
                callee = CODES[ord(code[pc]) - ord('0')]
                if op == 'c':
                    w = run(callee, called, other, w)
                elif op == 'd':
                    w = run(callee, called, frame, w)
                else:
                    try:
                        w = run(callee, called, called, w)
                    except Stop as e:
                        WORLD.note(e.frame.number + e.frame.w.value)
                        if e.frame is frame:
                            WORLD.note(4)
                        e.frame.w = w
                WORLD.deep = deep
            pc += 1
        elif op == 'n':
            WORLD.note(number_of(frame) + w.value)
            if previous is not None:
                WORLD.note(number_of(previous))
        elif op == 'o':
            if previous is not None:
                WORLD.note(outer_number(previous) + outer_number(frame))
        elif op == 'r' or op == 'h' or op == 'k' or op == 'x' or op == 'i' or op == 'a':
            if WORLD.rarely() and previous is not None:
                if op == 'r':
                    read(previous, 4)
                elif op == 'h':
                    change(previous, 2)
                elif op == 'k':
                    keep(previous, 0)
                elif op == 'x':
                    fail(previous, frame.number & 3)
                elif op == 'i':
                    # Through a variable.
                    WORLD.functions[WORLD.calls % 3](previous, 3)
                else:
                    w = again(previous, w)
        elif op == 't':
            if WORLD.rarely():
                read(other, 2)
                change(other, 1)
                keep(frame, 0)
        elif op == '-':
            v = frame.locals[2]
            if v is not None and v.value > 0:
                frame.locals[2] = W_Int(v.value - 1)
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, frame=frame, other=other, w=w)


CODES = ['wnrc0gR', 'whokd2wgR', 'igwc1lR', 'we4nwg-R', 'xwc5hgR', 'rte3woR', 'akwd6gtR', 'lc2gwd8h-R', 'nkaotxwR', 'e8wd5-R']
WORLD = World()


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 3, 10, 41]:
        for code in CODES:
            WORLD.every = every
            WORLD.calls = 0
            WORLD.seen = 0
            WORLD.deep = 0
            WORLD.kept = None
            w = W_Int(n)
            frame = Frame(0, None, w)
            try:
                text = '%d' % run(code, frame, frame, w).value
            except Stop as e:
                text = 'stopped in %d' % e.frame.number
            os.write(1, '%s %d: %s, %d calls, seen %d\n' % (code, every, text, WORLD.calls, WORLD.seen))
    return 0


def target(driver, args):
    return entry_point, None
