"""Whether two things are one, across calls: the frame of the caller and a frame that is found in another way, a box that
waits on the caller's stack and is an argument, too, an object which the callee changes and the caller goes on to use,
cycles through frames. The frame of a call is made by the portal, before its merge point."""
# run: 9
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'method'], reds=['frame'], is_recursive=True)


def assemble(text):
    """An operation is a letter and a number, or a letter and the name of a label for a jump."""
    places = {}
    words = []
    for word in text.split():
        if word.endswith(':'):
            places[word[:-1]] = len(words)
        else:
            words.append(word)
    return ''.join([w[0] + chr(places[w[1:]] if w[0] in 'JZ' else int(w[1:] or '0')) for w in words])


class W_Root(object):
    def number(self):
        return 5


class W_Int(W_Root):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def number(self):
        return self.value


class W_Pair(W_Root):
    """An object of the program, which anybody may change."""

    def __init__(self, first, owner):
        self.first = first
        self.second = None
        self.owner = owner

    def number(self):
        return 11


class Block(object):
    _immutable_fields_ = ['frame']

    def __init__(self, frame):
        self.frame = frame


class Frame(object):
    def __init__(self, method, previous, size):
        self.method = method
        self.previous = previous
        self.block = Block(self)
        self.stack = [None] * size
        self.top = 0

    def push(self, w):
        self.stack[self.top] = w
        self.top += 1

    def pop(self):
        self.top -= 1
        w = self.stack[self.top]
        self.stack[self.top] = None
        return w


class Method(object):
    _immutable_fields_ = ['code', 'size', 'name']

    def __init__(self, name, size, text):
        self.name = name
        self.size = size
        self.code = assemble(text)


class World(object):
    def __init__(self):
        self.every = 1
        self.calls = 0
        self.seen = 0
        self.found = None
        self.box = None

    def rarely(self):
        return self.calls % self.every == 0

    def note(self, n):
        self.seen = (self.seen * 31 + n) & 0xffffff


WORLD = World()


def frames_are_one(frame):
    """The caller's frame, by way of its block, of the caller's callee, of a variable."""
    previous = frame.previous
    n = 0
    if previous is not None:
        if previous.block.frame is previous:
            n += 1
        if previous is frame:
            n += 2
        if previous is WORLD.found:
            n += 4
        if previous.previous is not None and previous.previous.block.frame is previous.previous:
            n += 8
        if previous.previous is WORLD.found:
            n += 16
        if previous.previous is previous:
            n += 32
    if frame.block.frame is frame:
        n += 64
    if frame is WORLD.found:
        n += 128
    return n


def run(method, previous, w_first, w_second):
    frame = Frame(method, previous, method.size)
    frame.push(w_first)
    frame.push(w_second)
    frame.push(w_first)
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, method=method, frame=frame)
        op = method.code[pc * 2]
        arg = ord(method.code[pc * 2 + 1])
        pc += 1
        if op == 'I':
            frame.push(W_Int(arg))
        elif op == 'L':
            frame.push(frame.stack[arg])
        elif op == 'S':
            frame.stack[arg] = frame.pop()
        elif op == '+':
            right = frame.pop()
            frame.push(W_Int((frame.pop().number() * 3 + right.number()) & 0xffff))
        elif op == '-':
            right = frame.pop()
            frame.push(W_Int(frame.pop().number() - right.number()))
        elif op == '<':
            right = frame.pop()
            frame.push(W_Int(int(frame.pop().number() < right.number())))
        elif op == '=':
            right = frame.pop()
            frame.push(W_Int(int(frame.pop() is right)))
        elif op == 'D':
            w = frame.pop()
            frame.push(w)
            frame.push(w)
        elif op == 'Z':
            if frame.pop().number() == 0:
                pc = arg
        elif op == 'J':
            if arg < pc:
                pc = arg
                driver.can_enter_jit(pc=pc, method=method, frame=frame)
            pc = arg
        elif op == 'C':
            w_second = frame.pop()
            w_first = frame.pop()
            WORLD.calls += 1
            frame.push(run(PROGRAM.methods[arg], frame, w_first, w_second))
        elif op == 'R':
            return frame.pop()
        elif op == 'P':
            # An object that the frame owns.
            frame.push(W_Pair(frame.pop(), frame))
        elif op == 'm':
            # Changes the object that is the first argument.
            w = frame.stack[0]
            if isinstance(w, W_Pair):
                if arg == 0 or WORLD.rarely():
                    w.second = w.first
                    w.first = frame.stack[1]
                if arg == 2 and WORLD.rarely():
                    w.owner = frame
                    w.second = w
        elif op == 'f':
            # What is in the object, and whose it is.
            w = frame.pop()
            if isinstance(w, W_Pair):
                n = w.first.number()
                if w.second is w.first:
                    n += 100
                if w.second is w:
                    n += 200
                if w.owner is frame:
                    n += 400
                if w.owner is frame.previous:
                    n += 800
                if w.owner.block.frame is w.owner:
                    n += 1600
                frame.push(W_Int(n))
            else:
                frame.push(W_Int(3))
        elif op == 'o':
            # The first argument's frame is the caller's, or that of another activation.
            w = frame.stack[0]
            if isinstance(w, W_Pair) and WORLD.rarely():
                owner = w.owner
                if owner is frame.previous:
                    WORLD.note(1)
                owner.stack[2] = W_Int(owner.top)
                if frame.previous is not None and frame.previous.stack[2] is owner.stack[2]:
                    WORLD.note(2)
        elif op == 'p':
            if arg == 0 or WORLD.rarely():
                WORLD.note(frames_are_one(frame))
        elif op == 'q':
            if WORLD.rarely():
                WORLD.found = frame.previous
        elif op == 'Q':
            WORLD.found = frame
        elif op == 'b':
            # A box is the caller's local, an argument, and kept.
            if WORLD.rarely():
                w = frame.stack[0]
                n = 0
                if w is WORLD.box:
                    n += 1
                previous = frame.previous
                if previous is not None:
                    if previous.stack[0] is w:
                        n += 2
                    if previous.stack[1] is w:
                        n += 4
                    if previous.top > 3 and previous.stack[3] is w:
                        n += 8
                WORLD.note(n)
                WORLD.box = w
        elif op == 'n':
            WORLD.note(frame.stack[arg].number())


class Program(object):
    _immutable_fields_ = ['methods[*]']

    def __init__(self, methods):
        self.methods = methods


PROGRAM = Program([
    # 0: a box waits on the stack while it is an argument; then it is compared with what comes back.
    Method('boxes', 8, 'b0 L0 I1 < Zmore L1 R more: L0 D0 I1 - L1 C1 L1 = Zother I7 L0 I1 - L0 C0 + R other: L0 I2 - L1 C0 R'),
    Method('boxes2', 8, 'b0 p1 L0 I1 < Zmore L1 R more: L0 I1 - L1 C0 S0 L1 R'),
    # 2: an object that a callee changes.
    Method('objects', 9, 'L1 I1 < Zmore L1 R more: L1 P0 D0 L1 I1 - C3 S0 f0 n1 n2 L1 I1 - S1 L1 L1 C2 + R'),
    Method('change', 9, 'o0 m0 L1 I1 < Zmore m1 L1 R more: L0 L1 I1 - C4 L0 f0 + R'),
    Method('change2', 9, 'm1 p1 L1 I1 < Zmore m2 o0 L1 R more: L0 L1 I2 - C3 L0 L0 = + R'),
    # 5: frames, in a loop with calls.
    Method('loop', 9, 'head: L0 L1 C6 n1 S1 L0 I1 - S0 I0 L0 < Zout Jhead out: L1 R'),
    Method('frames', 9, 'q0 p0 L1 L0 C7 Q0 L0 + R'),
    Method('frames2', 9, 'p1 q0 I1 L0 < Zout L0 I1 - L1 C6 R out: L1 P0 S0 L0 I1 C4 R'),
])


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 2, 7, 23]:
        for i in range(len(PROGRAM.methods)):
            for k in range(4):
                WORLD.every = every
                WORLD.calls = 0
                WORLD.seen = 0
                WORLD.found = None
                WORLD.box = None
                w = W_Int(n + k)
                if i == 5:
                    w = W_Int(n * 2)
                w_result = run(PROGRAM.methods[i], None, w, W_Int(n - k))
                os.write(1, '%s %d %d: %d %d, %d calls, seen %d\n' % (
                    PROGRAM.methods[i].name, every, k, w_result.number(), int(w_result is w), WORLD.calls, WORLD.seen))
    return 0


def target(driver, args):
    return entry_point, None
