"""Recursion until the stack is full, caught by the program at several depths: the frames that were waiting are what they
were, and the objects that they hold are those that they held. Most of the stack is used up before, by a function with
large frames that allocates nothing."""
# run: 3
import os
from rpython.rlib.jit import JitDriver, dont_look_inside

driver = JitDriver(greens=['pc', 'method'], reds=['frame', 'n', 'w'], is_recursive=True)


class W_Int(object):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class Method(object):
    _immutable_fields_ = ['code']

    def __init__(self, code):
        self.code = code


class Frame(object):
    def __init__(self, previous, number, w):
        self.previous = previous
        self.number = number
        self.locals = [w, w, None]
        self.again = 0


class World(object):
    def __init__(self):
        self.deepest = None
        self.every = 1000
        self.seen = 0
        self.caught = 0
        self.limit = 0
        self.turns = 0
        self.dived = 0
        self.end = -1

    def note(self, n):
        self.seen = (self.seen * 31 + n) & 0xffffff


WORLD = World()


def walk(frame):
    """Each frame is one deeper than its caller, and shares its first local with it; 0 if all of it is right."""
    wrong = 0
    steps = 0
    while frame is not None:
        previous = frame.previous
        if frame.locals[0] is not frame.locals[1] and frame.again == 0:
            wrong += 1
        if previous is not None:
            if previous.number != frame.number - 1:
                wrong += 1
            if frame.locals[2] is not previous.locals[0]:
                wrong += 1
        if frame.locals[0].value != frame.number:
            wrong += 1
        frame = previous
        steps += 1
    if steps < 20:
        wrong += 1
    return wrong


def run(method, frame, n, w):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, method=method, frame=frame, n=n, w=w)
        if pc >= len(method.code):
            return w
        op = method.code[pc]
        pc += 1
        if op == 't' and frame.number % 8 != 0:
            pc += 1
        elif op == 'c' or op == 'd' or op == 't':
            # Without end, to the depth `limit`, with a handler.
            callee = METHODS[ord(method.code[pc]) - ord('0')]
            pc += 1
            if op == 'd' and frame.number >= WORLD.limit:
                return w
            if frame.number == WORLD.end:
                raise RuntimeError
            other = Frame(frame, frame.number + 1, W_Int(frame.number + 1))
            other.locals[2] = frame.locals[0]
            if op == 't':
                try:
                    w = run(callee, other, n + 1, other.locals[0])
                except RuntimeError:
                    WORLD.caught += 1
                    frame.again += 1
                    WORLD.note(walk(frame))
                    if frame.previous is not None:
                        WORLD.note(int(frame.locals[2] is frame.previous.locals[0]))
                    w = frame.locals[0]
            else:
                w = run(callee, other, n + 1, other.locals[0])
        elif op == 'k':
            if frame.number % WORLD.every == 0:
                WORLD.deepest = frame
        elif op == 'w':
            if frame.number % WORLD.every == 1 and frame.previous is not None:
                frame.previous.again += 1
                frame.previous.locals[1] = w
        elif op == 'n':
            WORLD.note(n + w.value)
        elif op == '-':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, method=method, frame=frame, n=n, w=w)


METHODS = [
    Method('c0'),
    Method('kwc1n'),
    Method('c3w'),
    Method('kc2'),
    # 4: down to the limit, then a handler around a recursion without end.
    Method('d5'),
    Method('d4wt6nt1'),
    Method('c0n'),
    # 7: the same in a loop.
    Method('t2n-'),
    Method('wkc9'),
    Method('d8t6'),
]


@dont_look_inside
def dive(n, a, b, c, d, e, f, g, h):
    """Goes down n calls and runs the tests there; with no n, until there is no more stack."""
    if n == 0:
        tests(WORLD.turns)
        return a
    WORLD.dived += 1
    i = a + n
    j = b ^ n
    k = c - n
    l = d & n
    m = e + i
    o = f ^ j
    p = g - k
    q = h + l
    r = dive(n - 1, i, j, k, l, m, o, p, q)
    return r + a + b + c + d + e + f + g + h + i + j + k + l + m + o + p + q


def tests(turns):
    for every in [7, 1]:
        for i in range(len(METHODS)):
            WORLD.every = every
            WORLD.seen = 0
            WORLD.caught = 0
            WORLD.deepest = None
            WORLD.limit = 20 + turns
            frame = Frame(None, 0, W_Int(0))
            text = 'returned'
            try:
                w = run(METHODS[i], frame, turns, frame.locals[0])
                text = 'returned %d' % w.value
            except RuntimeError:
                text = 'no more stack'
            wrong = 0
            if WORLD.deepest is not None and WORLD.deepest.number > 20:
                wrong = walk(WORLD.deepest)
            if frame.locals[0].value != 0:
                wrong += 1
            os.write(1, '%d %d: %s, caught %d, %d wrong, seen %d\n' % (i, every, text, WORLD.caught, wrong, WORLD.seen))


def entry_point(argv):
    WORLD.turns = int(argv[1])
    if os.environ.get('GENEXT_GC') == 'debug':
        # Each collection looks at the whole stack: it may not be that deep.
        WORLD.end = 70
        tests(WORLD.turns)
        return 0
    try:
        dive(-1, 1, 2, 3, 4, 5, 6, 7, 8)
    except RuntimeError:
        depth = WORLD.dived
        dive(depth - depth // 500 - 150, 1, 2, 3, 4, 5, 6, 7, 8)
    return 0


def target(driver, args):
    return entry_point, None
