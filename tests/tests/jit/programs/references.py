"""Frames that are linked by references (`virtual_ref`). What is called asks for them rarely: functions that are not looked into
and ones that are read and write locals of callers at any depth, keep references that they ask later or never, raise through
frames, and call methods themselves. A frame that was left unasked is gone; one that was asked for stays."""
# run: 23
import os
from rpython.rlib.jit import (
    InvalidVirtualRef, JitDriver, dont_look_inside, unroll_safe, virtual_ref, virtual_ref_finish, vref_None)

driver = JitDriver(greens=['pc', 'method'], reds=['frame', 'context'], virtualizables=['frame'], is_recursive=True)


class Failure(Exception):
    def __init__(self, number):
        self.number = number


class W_Int(object):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class Method(object):
    _immutable_fields_ = ['code', 'name']

    def __init__(self, name, code):
        self.name = name
        self.code = code


class Frame(object):
    _virtualizable_ = ['locals[*]', 'top', 'back']

    def __init__(self, method, context, argument):
        self.method = method
        self.locals = [None] * 12
        self.locals[0] = W_Int(argument)
        self.top = 3
        self.back = vref_None
        self.context = context

    def push(self, w):
        top = self.top
        assert top >= 0
        self.locals[top] = w
        self.top = top + 1

    def pop(self):
        top = self.top - 1
        assert top >= 0
        w = self.locals[top]
        self.locals[top] = None
        self.top = top
        assert w is not None
        return w


class Context(object):
    def __init__(self, methods, every):
        self.methods = methods
        self.every = every
        self.top = vref_None
        self.calls = 0
        self.kept = vref_None
        self.digest = 0
        self.depth = 0

    def rarely(self):
        self.calls += 1
        return self.calls % self.every == 0


def note(context, n):
    context.digest = (context.digest * 31 + n) & 0xffffff


def local_of(frame, i):
    w = frame.locals[i]
    if w is None:
        return -7
    return w.value


@unroll_safe
def frame_at(context, depth):
    frame = context.top()
    while depth > 0 and frame is not None:
        frame = frame.back()
        depth -= 1
    return frame


@dont_look_inside
def read(context, depth):
    frame = frame_at(context, depth)
    if frame is not None:
        note(context, local_of(frame, 0) + 3 * local_of(frame, 1) + len(frame.method.name))


@dont_look_inside
def write(context, depth):
    frame = frame_at(context, depth)
    if frame is not None:
        frame.locals[1] = W_Int(local_of(frame, 1) + 5)
        note(context, depth)


def read_seen(context, depth):
    frame = frame_at(context, depth)
    if frame is not None:
        note(context, local_of(frame, 1))


@dont_look_inside
def keep(context):
    context.kept = context.top


@dont_look_inside
def ask_kept(context):
    try:
        frame = context.kept()
    except InvalidVirtualRef:
        note(context, 1)
        return
    if frame is None:
        note(context, 2)
        return
    note(context, local_of(frame, 0))
    note(context, local_of(frame, 1))


@dont_look_inside
def fail(context):
    raise Failure(context.calls & 15)


@dont_look_inside
def call_outside(context, number):
    return call(context.methods[number], context, 2)


def enter(context, frame):
    frame.back = context.top
    context.top = virtual_ref(frame)
    context.depth += 1


def leave(context, frame):
    ref = context.top
    context.top = frame.back
    context.depth -= 1
    virtual_ref_finish(ref, frame)


def call(method, context, argument):
    frame = Frame(method, context, argument)
    enter(context, frame)
    try:
        return run(method, frame, context)
    finally:
        leave(context, frame)


def run(method, frame, context):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, method=method, frame=frame, context=context)
        op = method.code[pc]
        n = ord(method.code[pc + 1]) - 48
        pc += 2
        if op == 'n':
            frame.push(W_Int(n))
        elif op == 'l':
            w = frame.locals[n]
            if w is None:
                w = W_Int(0)
            frame.push(w)
        elif op == 's':
            frame.locals[n] = frame.pop()
        elif op == '+':
            b = frame.pop()
            a = frame.pop()
            frame.push(W_Int((a.value + b.value) & 0xffffff))
        elif op == '-':
            b = frame.pop()
            a = frame.pop()
            frame.push(W_Int(a.value - b.value))
        elif op == 'c':
            w = frame.pop()
            frame.push(W_Int(call(context.methods[n], context, w.value)))
        elif op == 't':
            w = frame.pop()
            try:
                value = call(context.methods[n], context, w.value)
            except Failure as e:
                value = e.number
            frame.push(W_Int(value))
        elif op == 'C':
            frame.push(W_Int(call_outside(context, n)))
        elif op == 'r':
            return frame.pop().value
        elif op == 'Z':
            if frame.pop().value <= 0:
                pc += 2 * n
        elif op == 'J':
            if frame.pop().value > 0:
                pc -= 2 * n
                driver.can_enter_jit(pc=pc, method=method, frame=frame, context=context)
        elif op == 'R':
            if context.rarely():
                read(context, n)
        elif op == 'W':
            if context.rarely():
                write(context, n)
        elif op == 'S':
            if context.rarely():
                read_seen(context, n)
        elif op == 'K':
            if context.rarely():
                keep(context)
        elif op == 'A':
            if context.rarely():
                ask_kept(context)
        elif op == 'X':
            if context.rarely():
                fail(context)
        elif op == 'D':
            read(context, n)


# Methods, by number. Local 0 is the argument, local 1 what others change.
METHODS = [
    # 0: sums over calls in a loop.
    ('sum', 'n0s1 l0c1 l1+0s1 l0n1-0s0 l0J; l1r0'),
    # 1: calls two, looks around.
    ('one', 'l0s1 l0c2 R1W1S0 l1+0r0'),
    # 2: a leaf that asks for its callers.
    ('leaf', 'l0n3+0s1 R2W2 K0 l1n2-0r0'),
    # 3: recursive, with what may fail.
    ('fib', 'l0n2-0Z: l0n1-0c3 l0n2-0c3 +0r0 R1X0 l0n1+0r0'),
    # 4: catches, and asks for what was kept.
    ('try', 'n0s1 l0t3 l1+0s1 A0 l0n1-0s0 l0J< l1r0'),
    # 5: calls a function that is not looked into, which calls a method.
    ('out', 'n0s1 C2 l1+0s1 K0A0W0 l0n1-0s0 l0J= l1 D0 r0'),
    # 6: all frames are asked for, always.
    ('all', 'n0s1 l0c7 l1+0s1 l0n1-0s0 l0J; l1r0'),
    # 7: reads its caller's frame each time.
    ('ask', 'l0s1 D1D0 l1r0'),
]


def main(n, every):
    methods = [Method(name, ''.join(text.split(' '))) for name, text in METHODS]
    context = Context(methods, every)
    for number in [0, 3, 4, 5, 6]:
        for i in range(3):
            try:
                value = call(methods[number], context, n // (1 + i) if number != 3 else 9)
            except Failure as e:
                value = -e.number
            os.write(1, '%s %d %d %d %d\n' % (methods[number].name, every, value, context.digest, context.depth))
            assert context.top is vref_None


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 3, 7, 50, 333, 100000]:
        main(n, every)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
