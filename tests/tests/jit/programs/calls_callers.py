"""Methods that call each other, whose frames are linked. A callee hardly ever looks at the frames of its callers: it reads
or writes their locals and what waits on their stacks, or leaves a link to its caller in another object in each turn of a
loop."""
# run: 11
import os
from rpython.rlib.jit import JitDriver, unroll_safe

driver = JitDriver(greens=['pc', 'top', 'method'], reds=['frame', 'world'], is_recursive=True)


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


class W_Int(object):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class Method(object):
    _immutable_fields_ = ['code', 'size', 'name']

    def __init__(self, name, size, text):
        self.name = name
        self.size = size
        self.code = assemble(text)


class Program(object):
    _immutable_fields_ = ['methods[*]']

    def __init__(self, methods):
        self.methods = methods


class Frame(object):
    """An argument, a number that callees may change, a counter; then the stack. `top` is right while a call is in progress."""

    def __init__(self, method, previous):
        self.method = method
        self.previous = previous
        self.stack = [None] * method.size
        self.top = 0


class World(object):
    def __init__(self, every):
        self.every = every
        self.calls = 0
        self.seen = 0
        self.link = Link(None)

    def rarely(self):
        return self.calls % self.every == 0


class Link(object):
    def __init__(self, frame):
        self.frame = frame


@unroll_safe
def above(frame, n):
    while n > 0 and frame.previous is not None:
        frame = frame.previous
        n -= 1
    return frame


def note(world, n):
    world.seen = (world.seen * 31 + n) & 0xffffff


def run(method, frame, world):
    pc = 0
    top = 3
    while True:
        driver.jit_merge_point(pc=pc, top=top, method=method, frame=frame, world=world)
        op = method.code[pc * 2]
        arg = ord(method.code[pc * 2 + 1])
        pc += 1
        stack = frame.stack
        if op == 'I':
            stack[top] = W_Int(arg)
            top += 1
        elif op == 'L':
            stack[top] = stack[arg]
            top += 1
        elif op == 'S':
            top -= 1
            stack[arg] = stack[top]
            stack[top] = None
        elif op == '+' or op == '-' or op == '<':
            top -= 1
            right = stack[top]
            left = stack[top - 1]
            stack[top] = None
            if op == '+':
                stack[top - 1] = W_Int((left.value + right.value) & 0xffff)
            elif op == '-':
                stack[top - 1] = W_Int(left.value - right.value)
            else:
                stack[top - 1] = W_Int(int(left.value < right.value))
        elif op == 'Z':
            top -= 1
            if stack[top].value == 0:
                pc = arg
        elif op == 'J':
            if arg < pc:
                pc = arg
                driver.can_enter_jit(pc=pc, top=top, method=method, frame=frame, world=world)
            pc = arg
        elif op == 'C':
            # A method has one argument. What is below it waits on the stack.
            callee = PROGRAM.methods[arg]
            other = Frame(callee, frame)
            other.stack[0] = stack[top - 1]
            other.stack[1] = stack[0]
            frame.top = top - 1
            world.calls += 1
            stack[top - 1] = run(callee, other, world)
        elif op == 'R':
            return stack[top - 1]
        elif op == 'u':
            if world.rarely():
                note(world, above(frame, arg).stack[0].value)
        elif op == 'w':
            if world.rarely():
                caller = above(frame, arg)
                caller.stack[1] = W_Int(caller.stack[1].value + world.calls % 7)
        elif op == 'x':
            # What the caller computed before this call.
            if world.rarely() and frame.previous is not None and frame.previous.top > 3:
                caller = frame.previous
                at = caller.top - 1
                w = caller.stack[at]
                if w is not None:
                    caller.stack[at] = W_Int(w.value ^ (world.calls & 15))
        elif op == 'k':
            world.link.frame = frame.previous
        elif op == 'h':
            held = world.link.frame
            if held is not None and world.rarely():
                note(world, held.stack[0].value * 3 + held.top)
                held.stack[1] = frame.stack[0]
        elif op == 'n':
            note(world, stack[1].value)


PROGRAM = Program([
    # 0: Fibonacci's numbers; the first result waits while the second one is computed.
    Method('fib', 7, 'L0 I2 < Zmore u1 x0 L0 R more: L0 I1 - C0 L0 I2 - C0 + R'),
    # 1: the argument of the caller is changed, now and then.
    Method('fall', 7, 'L0 I1 < Zmore w1 w2 I3 R more: L0 I1 - C1 L1 + n0 R'),
    # 2: a loop with recursion in it, as permutations have.
    Method('permute', 8, 'I1 L0 I1 < Zmore h0 R more: L0 S2 head: k0 L0 I1 - C2 + L2 I1 - S2 h0 n0 I0 L2 < Zout Jhead out: L1 + R'),
    # 3, 4: two methods call each other, and another one.
    Method('even', 7, 'L0 I1 < Zmore I1 R more: u2 L0 I1 - C4 L1 + R'),
    Method('odd', 7, 'L0 I1 < Zmore w3 I0 R more: k0 L0 I1 - C3 L0 I5 < Zout L0 C1 + out: h0 x0 R'),
    # 5: a loop of calls of a small method.
    Method('loop', 8, 'I0 S1 head: L1 C6 L1 + C6 S1 L0 I1 - S0 I0 L0 < Zout Jhead out: L1 R'),
    Method('small', 7, 'k0 u1 x0 w1 L0 I1 + h0 R'),
])


def start(number, n, every):
    world = World(every)
    method = PROGRAM.methods[number]
    frame = Frame(method, None)
    frame.stack[0] = W_Int(n)
    frame.stack[1] = W_Int(1)
    result = run(method, frame, world)
    os.write(1, '%s %d %d: %d, %d calls, seen %d, then %d %d\n' % (
        method.name, n, every, result.value, world.calls, world.seen, frame.stack[0].value, frame.stack[1].value))


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 2, 5, 17, 101]:
        for i in range(3):
            start(0, n + i, every)
            start(1, n * 2 + i, every)
            start(2, 5 + i % 2, every)
            start(3, n + i, every)
            start(4, n + i, every)
            start(5, n * 5, every)
    return 0


def target(driver, args):
    return entry_point, None
