"""Frames behind references that are kept as an interpreter of Python does it: exceptions record the frames that they leave, a frame
that is looked at marks its callers when it is left, generators enter and leave the same frame again and again, and between the
portal and its caller are functions with handlers and results of their own. Which frame it is that was kept is compared as well."""
# run: 29
import os
from rpython.rlib.jit import (
    InvalidVirtualRef, JitDriver, dont_look_inside, unroll_safe, virtual_ref, virtual_ref_finish, vref_None)

driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'context'], virtualizables=['frame'], is_recursive=True)

DONE = 1
YIELDED = 2


class Code(object):
    _immutable_fields_ = ['text', 'name', 'generator']

    def __init__(self, name, text, generator):
        self.name = name
        self.text = text
        self.generator = generator


class W_Root(object):
    pass


class W_Int(W_Root):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class W_Generator(W_Root):
    def __init__(self, frame):
        self.frame = frame


class Entry(object):
    """A frame that an exception has left."""

    def __init__(self, frame, pc, rest):
        self.frame = frame
        self.pc = pc
        self.rest = rest


class Failure(Exception):
    def __init__(self, number):
        self.number = number
        self.entries = None


class Frame(object):
    _virtualizable_ = ['stack[*]', 'depth', 'next', 'back', 'escaped', 'state']

    def __init__(self, code, w_argument):
        self.code = code
        self.stack = [None] * 10
        self.stack[0] = w_argument
        self.depth = 3
        self.next = 0
        self.back = vref_None
        self.escaped = False
        self.state = 0

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

    def pop_int(self):
        w = self.pop()
        assert isinstance(w, W_Int)
        return w.value


class Context(object):
    def __init__(self, codes, every):
        self.codes = codes
        self.every = every
        self.top = vref_None
        self.calls = 0
        self.digest = 0
        self.kept = None
        self.kept_ref = vref_None
        self.left = 0

    def rarely(self):
        self.calls += 1
        return self.calls % self.every == 0

    def note(self, n):
        self.digest = (self.digest * 33 + n) & 0xffffff

    def enter(self, frame):
        frame.back = self.top
        self.top = virtual_ref(frame)

    def leave(self, frame, failed):
        ref = self.top
        try:
            self.left += 1
        finally:
            self.top = frame.back
            if frame.escaped or failed:
                back = frame.back()
                if back:
                    back.escaped = True
                ref()
            virtual_ref_finish(ref, frame)


def number_of(w):
    if isinstance(w, W_Int):
        return w.value
    if w is None:
        return 3
    return 5


@unroll_safe
def caller(context, depth):
    frame = context.top()
    while depth > 0 and frame is not None:
        frame = frame.back()
        depth -= 1
    return frame


@dont_look_inside
def look(context, depth):
    frame = caller(context, depth)
    if frame is None:
        return
    frame.escaped = True
    context.note(number_of(frame.stack[0]) + frame.depth)
    context.note(number_of(frame.stack[1]) + len(frame.code.name))
    if frame is context.kept:
        context.note(77)
    context.kept = frame


def look_inside(context, depth):
    frame = caller(context, depth)
    if frame is not None:
        context.note(number_of(frame.stack[1]))
        if frame is context.kept:
            context.note(78)


@dont_look_inside
def change(context, depth):
    frame = caller(context, depth)
    if frame is not None:
        frame.escaped = True
        frame.stack[1] = W_Int(number_of(frame.stack[1]) + 2)


@dont_look_inside
def keep(context):
    context.kept_ref = context.top


@dont_look_inside
def ask_kept(context):
    kept = context.kept
    if kept is not None:
        context.note(number_of(kept.stack[1]))
        try:
            back = kept.back()
            context.note(11 if back is None else number_of(back.stack[0]))
        except InvalidVirtualRef:
            context.note(12)
    try:
        frame = context.kept_ref()
        context.note(13 if frame is None else number_of(frame.stack[0]))
    except InvalidVirtualRef:
        context.note(14)


@dont_look_inside
def call_from_outside(context, number, w):
    return call_code(context, context.codes[number], w)


def call_code(context, code, w):
    """Returns what a function returns, or a generator."""
    frame = Frame(code, w)
    if code.generator:
        return W_Generator(frame)
    return execute(context, frame)


def execute(context, frame):
    context.enter(frame)
    failed = True
    try:
        w = dispatch(context, frame)
        failed = False
    finally:
        context.leave(frame, failed)
    return w


def execute_counted(context, frame, number):
    """The result is a number; what fails is counted in between and raised on."""
    context.enter(frame)
    failed = True
    try:
        try:
            w = dispatch(context, frame)
            failed = False
        except Failure as e:
            e.number += number
            raise
    finally:
        context.leave(frame, failed)
    return number_of(w) + number


def resume(context, w_generator):
    frame = w_generator.frame
    if frame.state == DONE:
        return W_Int(-1)
    return execute(context, frame)


def describe(context, failure):
    entry = failure.entries
    while entry is not None:
        context.note(entry.pc * 3 + number_of(entry.frame.stack[1]))
        entry = entry.rest


def dispatch(context, frame):
    try:
        return run(frame.code, frame, context)
    except Failure as e:
        e.entries = Entry(frame, frame.next, e.entries)
        raise


def run(code, frame, context):
    pc = frame.next
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, context=context)
        op = code.text[pc]
        n = ord(code.text[pc + 1]) - 48
        frame.next = pc
        pc += 2
        if op == 'n':
            frame.push(W_Int(n))
        elif op == 'l':
            frame.push(frame.stack[n])
        elif op == 's':
            frame.stack[n] = frame.pop()
        elif op == '+':
            b = frame.pop_int()
            a = frame.pop_int()
            frame.push(W_Int((a + b) & 0xffffff))
        elif op == '-':
            b = frame.pop_int()
            a = frame.pop_int()
            frame.push(W_Int(a - b))
        elif op == 'c':
            w = frame.pop()
            frame.push(call_code(context, context.codes[n], w))
        elif op == 'e':
            w = frame.pop()
            frame.push(W_Int(execute_counted(context, Frame(context.codes[n], w), n)))
        elif op == 't':
            w = frame.pop()
            try:
                w = call_code(context, context.codes[n], w)
            except Failure as e:
                describe(context, e)
                w = W_Int(e.number)
            frame.push(w)
        elif op == 'C':
            w = frame.pop()
            frame.push(call_from_outside(context, n, w))
        elif op == 'g':
            w = frame.stack[n]
            assert isinstance(w, W_Generator)
            frame.push(resume(context, w))
        elif op == 'y':
            w = frame.pop()
            frame.next = pc
            frame.state = YIELDED
            return w
        elif op == 'r':
            frame.state = DONE
            return frame.pop()
        elif op == 'Z':
            if frame.pop_int() <= 0:
                pc += 2 * n
        elif op == 'J':
            if frame.pop_int() > 0:
                pc -= 2 * n
                driver.can_enter_jit(pc=pc, code=code, frame=frame, context=context)
        elif op == 'L':
            if context.rarely():
                look(context, n)
        elif op == 'I':
            if context.rarely():
                look_inside(context, n)
        elif op == 'W':
            if context.rarely():
                change(context, n)
        elif op == 'K':
            if context.rarely():
                keep(context)
        elif op == 'A':
            if context.rarely():
                ask_kept(context)
        elif op == 'X':
            if context.rarely():
                raise Failure(n)
        elif op == 'O':
            look(context, n)


# Functions, by number. Local 0 is the argument, local 1 what others change.
CODES = [
    # 0: sums over calls in a loop.
    ('sum', 'n0s1 l0c1 l1+0s1 l0n1-0s0 l0J; l1r0', False),
    # 1: calls in two ways.
    ('two', 'l0s1 l0c2 l0e2 +0 W0I1 l1+0r0', False),
    # 2: a leaf that looks, keeps and fails.
    ('leaf', 'l0n3+0s1 L1I2W2 K0 X4 l1n2-0r0', False),
    # 3: recursive.
    ('fib', 'l0s1 l0n2-0Z: l0n1-0c3 l0n2-0e3 +0r0 L1X1W2 l0n1+0r0', False),
    # 4: catches, and asks for what was kept.
    ('catch', 'n0s1 l0t5 l1+0s1 A0 l0n1-0s0 l0J< l1r0', False),
    # 5: between who fails and who catches.
    ('between', 'n7s1 l0e2 l0c2 +0I1 l0c1 +0r0', False),
    # 6: a generator that yields four times.
    ('gen', 'n0s1 l1L1y0 l1n1+0s1 W1I1X2 n4l1-0J> l1r0', True),
    # 7: runs generators.
    ('iterate', 'n0s1 l0c6s2 g2l1+0s1 g2l1+0s1 g2l1+0s1 K0A0 l0n1-0s0 l0JG l1r0', False),
    # 8: by way of a function that is not looked into.
    ('outside', 'n0s1 l0C2 l1+0s1 l0C3 l1+0s1 A0 l0n1-0s0 l0JA l1r0', False),
    # 9: looks at its caller always.
    ('always', 'l0s1 O1O0 l1r0', False),
    # ':' calls it.
    ('looked', 'n0s1 l0c9 l1+0s1 l0e9 l1+0s1 l0n1-0s0 l0J@ l1r0', False),
]


def main(n, every):
    codes = [Code(name, ''.join(text.split(' ')), generator) for name, text, generator in CODES]
    context = Context(codes, every)
    for number, argument in [(0, n), (3, 8), (4, n), (7, n), (8, 6), (10, n), (0, n), (4, 2 * n)]:
        for i in range(2):
            try:
                value = number_of(call_code(context, codes[number], W_Int(argument + i)))
            except Failure as e:
                value = -e.number
                describe(context, e)
            os.write(1, '%s %d %d %d %d\n' % (codes[number].name, every, value, context.digest, context.left))
            assert context.top is vref_None


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 2, 5, 17, 100, 1000, 100000]:
        main(n, every)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
