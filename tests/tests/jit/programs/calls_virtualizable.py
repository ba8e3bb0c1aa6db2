"""Virtualizable frames with a link to the caller's, which a callee reads and writes now and then: its fields, the items of
its stack, the link itself. Exceptions end several activations at once."""
# run: 9
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, hint

driver = JitDriver(greens=['pc', 'method'], reds=['frame', 'world'], virtualizables=['frame'], is_recursive=True)


class W_Int(object):
    def __init__(self, value):
        self.value = value


class Method(object):
    _immutable_fields_ = ['text', 'next']

    def __init__(self, text, next):
        self.text = text
        self.next = next


class Program(object):
    _immutable_fields_ = ['methods[*]']

    def __init__(self, methods):
        self.methods = methods


class Stop(Exception):
    def __init__(self, frame, w_value):
        self.frame = frame
        self.w_value = w_value


class Frame(object):
    _virtualizable_ = ['previous', 'depth', 'w_arg', 'count', 'stack[*]']

    def __init__(self, previous, w_arg, count):
        self = hint(self, fresh_virtualizable=True, access_directly=True)
        self.previous = previous
        self.depth = 0
        self.w_arg = w_arg
        self.count = count
        self.stack = [None] * 6

    def push(self, w):
        depth = self.depth
        assert depth >= 0
        self.stack[depth] = w
        self.depth = depth + 1

    def pop(self):
        depth = self.depth - 1
        assert depth >= 0
        w = self.stack[depth]
        self.stack[depth] = None
        self.depth = depth
        return w


class World(object):
    def __init__(self, every):
        self.every = every
        self.calls = 0
        self.deep = 0
        self.seen = 0
        self.top = None

    def rarely(self):
        return self.calls % self.every == 0

    def note(self, n):
        self.seen = (self.seen * 31 + n) & 0xffffff


@dont_look_inside
def look(world, frame):
    n = 0
    while frame is not None:
        n = n * 3 + frame.w_arg.value + frame.depth + frame.count
        for w in frame.stack:
            if w is not None:
                n += w.value
        frame = frame.previous
    world.note(n & 0xffffff)


@dont_look_inside
def change(frame):
    frame.w_arg = W_Int(frame.w_arg.value + 1)
    if frame.depth > 0:
        frame.stack[0] = frame.w_arg


def call(world, number, previous, w_arg):
    world.calls += 1
    frame = Frame(previous, w_arg, 3)
    saved = world.top
    world.top = frame
    world.deep += 1
    try:
        return run(PROGRAM.methods[number], frame, world)
    finally:
        world.deep -= 1
        world.top = saved


def run(method, frame, world):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, method=method, frame=frame, world=world)
        frame = hint(frame, access_directly=True)
        op = method.text[pc]
        pc += 1
        if op == 'a':
            frame.push(frame.w_arg)
        elif op == '1':
            frame.push(W_Int(1))
        elif op == '+':
            right = frame.pop()
            frame.push(W_Int((frame.pop().value * 3 + right.value) & 0xfff))
        elif op == 's':
            frame.w_arg = frame.pop()
        elif op == 'c' or op == 'n' or op == 'e':
            # Itself, the next method; the same with a handler.
            w = frame.w_arg
            if w.value <= 0 or world.deep > 20 or world.calls > 250:
                frame.push(W_Int(2))
            else:
                number = method.next
                if op == 'c':
                    number = PROGRAM.methods[number].next
                argument = W_Int((w.value - 1) & 7)
                if op == 'e':
                    try:
                        frame.push(call(world, number, frame, argument))
                    except Stop as e:
                        world.note(e.frame.w_arg.value + e.frame.depth)
                        if e.frame.previous is frame:
                            world.note(1)
                        frame.push(e.w_value)
                else:
                    frame.push(call(world, number, frame, argument))
        elif op == 'p':
            previous = frame.previous
            if previous is not None and world.rarely():
                world.note(previous.w_arg.value + previous.depth)
                w = previous.stack[0]
                if w is not None:
                    world.note(w.value)
        elif op == 'w':
            previous = frame.previous
            if previous is not None and world.rarely():
                previous.stack[0] = W_Int(world.calls & 15)
                previous.w_arg = W_Int(previous.w_arg.value ^ 1)
                previous.count += 1
        elif op == 'u':
            # The caller's caller takes the place of the caller.
            previous = frame.previous
            if previous is not None and previous.previous is not None and world.rarely():
                frame.previous = previous.previous
        elif op == 'i':
            if frame.previous is not None and frame.previous.w_arg is frame.w_arg:
                world.note(3)
            if world.top is frame:
                world.note(4)
        elif op == 'l':
            if world.rarely():
                look(world, frame)
        elif op == 'h':
            if frame.previous is not None and world.rarely():
                change(frame.previous)
        elif op == 'x':
            if world.rarely():
                raise Stop(frame, frame.w_arg)
        elif op == 'j':
            frame.count -= 1
            if frame.count > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, method=method, frame=frame, world=world)
        elif op == 'r':
            return frame.pop()


PROGRAM = Program([Method(text, next) for text, next in [
    ('pacn++r', 0),
    ('wan+sjar', 1),
    ('ac+n+lr', 1),
    ('panu+sjiar', 2),
    ('ae+1+xsjar', 5),
    ('xhae+pr', 4),
    ('alcie+wuhnx+r', 3),
]])


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 3, 11, 43]:
        for i in range(len(PROGRAM.methods)):
            for k in range(3):
                world = World(every)
                try:
                    text = '%d' % call(world, i, None, W_Int(n - k)).value
                except Stop as e:
                    text = 'stopped with %d' % e.w_value.value
                os.write(1, '%d %d %d: %s, %d calls, seen %d\n' % (i, every, k, text, world.calls, world.seen))
    return 0


def target(driver, args):
    return entry_point, None
