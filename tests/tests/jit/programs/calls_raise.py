"""Exceptions through many activations of the portal: with the frames they went through, which a handler far up walks and
changes; with the frame that they return from; with one that is made again on the way."""
# run: 10
import os
from rpython.rlib.jit import JitDriver, unroll_safe

driver = JitDriver(greens=['pc', 'top', 'method'], reds=['handler', 'frame'], is_recursive=True)


def assemble(text):
    """An operation is a letter and a number, or a letter and the name of a label."""
    places = {}
    words = []
    for word in text.split():
        if word.endswith(':'):
            places[word[:-1]] = len(words)
        else:
            words.append(word)
    return ''.join([w[0] + chr(places[w[1:]] if w[0] in 'JZT' else int(w[1:] or '0')) for w in words])


class W_Int(object):
    def __init__(self, value):
        self.value = value


class Method(object):
    """Its errors are handled behind the only `t`."""
    _immutable_fields_ = ['code', 'size', 'name', 'catch']

    def __init__(self, name, size, text):
        self.name = name
        self.size = size
        self.code = assemble(text)
        self.catch = self.code[::2].find('t')


class Frame(object):
    _immutable_fields_ = ['method', 'previous']

    def __init__(self, method, previous, w_arg):
        self.method = method
        self.previous = previous
        self.stack = [None] * method.size
        self.stack[0] = w_arg
        self.stack[1] = w_arg
        self.at = 0


class Trace(object):
    def __init__(self, frame, at, next):
        self.frame = frame
        self.at = at
        self.next = next


class Error(Exception):
    def __init__(self, frame, w_value):
        self.frame = frame
        self.w_value = w_value
        self.trace = None


class Return(Exception):
    def __init__(self, target, w_value):
        self.target = target
        self.w_value = w_value


class World(object):
    def __init__(self):
        self.every = 1
        self.calls = 0
        self.seen = 0
        self.fuel = 0

    def note(self, n):
        self.seen = (self.seen * 31 + n) & 0xffffff


WORLD = World()


def outermost(frame, n):
    while n > 0 and frame.previous is not None:
        frame = frame.previous
        n -= 1
    return frame


def show(error, frame):
    """All frames from where the error was raised to the one that handles it."""
    walked = error.frame
    while walked is not None and walked is not frame:
        WORLD.note(walked.stack[0].value + walked.at * 3 + len(walked.method.name))
        walked.stack[1] = W_Int(walked.at)
        walked = walked.previous
    if walked is frame:
        WORLD.note(1)
    trace = error.trace
    while trace is not None:
        WORLD.note(trace.frame.stack[1].value + trace.at)
        if trace.frame is frame:
            WORLD.note(2)
        if trace.next is not None and trace.frame.previous is trace.next.frame:
            WORLD.note(4)
        if trace.next is not None and trace.next.frame.previous is trace.frame:
            WORLD.note(8)
        trace = trace.next


@unroll_safe
def levels(frame, n):
    i = 0
    while i < n and frame.previous is not None:
        frame = frame.previous
        i += 1
    return frame


def run(method, frame):
    pc = 0
    top = 3
    handler = -1
    while True:
        driver.jit_merge_point(pc=pc, top=top, method=method, handler=handler, frame=frame)
        op = method.code[pc * 2]
        arg = ord(method.code[pc * 2 + 1])
        pc += 1
        stack = frame.stack
        try:
            if op == 'I':
                stack[top] = W_Int(arg)
                top += 1
            elif op == 'L':
                stack[top] = stack[arg]
                top += 1
            elif op == 'S':
                top -= 1
                stack[arg] = stack[top]
            elif op == '+' or op == '-' or op == '<':
                top -= 1
                right = stack[top].value
                left = stack[top - 1].value
                if op == '+':
                    left = (left + right) & 0xffff
                elif op == '-':
                    left = left - right
                else:
                    left = int(left < right)
                stack[top - 1] = W_Int(left)
            elif op == 'Z':
                top -= 1
                if stack[top].value == 0:
                    pc = arg
            elif op == 'J':
                if arg < pc:
                    pc = arg
                    driver.can_enter_jit(pc=pc, top=top, method=method, handler=handler, frame=frame)
                pc = arg
            elif op == 'C':
                frame.at = pc
                WORLD.calls += 1
                callee = PROGRAM.methods[arg]
                stack[top - 1] = run(callee, Frame(callee, frame, stack[top - 1]))
            elif op == 'R':
                return stack[top - 1]
            elif op == 'T':
                handler = arg + WORLD.calls
            elif op == 't':
                handler = -1
            elif op == 'e':
                # Raises an error, if it is time to.
                if WORLD.calls % WORLD.every == arg % WORLD.every:
                    frame.at = pc
                    raise Error(frame, stack[1])
            elif op == '^':
                # Returns from a frame further up: the caller's, if that is in progress.
                if WORLD.calls % WORLD.every == 0:
                    raise Return(levels(frame, arg), stack[0])
            elif op == '&':
                # The same, from the frame that is the number of calls up.
                if WORLD.calls % WORLD.every == 1:
                    raise Return(outermost(frame, WORLD.calls & 7), W_Int(WORLD.calls & 15))
            elif op == 'n':
                WORLD.note(stack[arg].value)
            elif op == 'f':
                WORLD.fuel -= 1
                if WORLD.fuel < 0:
                    return stack[0]
        except Return as e:
            if e.target is not frame:
                WORLD.note(3)
                raise
            return W_Int(e.w_value.value + 100)
        except Error as e:
            frame.at = pc
            e.trace = Trace(frame, pc, e.trace)
            if handler < 0:
                if stack[0].value & 7 == 6:
                    # Another one with the same frame.
                    again = Error(e.frame, W_Int(e.w_value.value + 1))
                    again.trace = e.trace
                    raise again
                raise
            show(e, frame)
            WORLD.note(handler)
            pc = method.catch
            handler = -1
            top = 3
            stack[2] = e.w_value


class Program(object):
    _immutable_fields_ = ['methods[*]']

    def __init__(self, methods):
        self.methods = methods


PROGRAM = Program([
    # 0: errors go all the way up to a loop.
    Method('loop', 7, 'head: Tcatch L0 C1 S2 catch: t0 n2 n1 L0 I1 - S0 I0 L0 < Zout Jhead out: L2 R'),
    Method('fall', 7, 'f0 L0 I1 < Zmore e0 L0 R more: L0 I1 - C1 L1 + n1 R'),
    # 2: some activations handle errors, others only add themselves.
    Method('tree', 8, 'f0 L0 I2 < Zmore e1 L0 R more: L0 I1 - C3 L0 I2 - C2 + R'),
    Method('branch', 8, 'f0 Tcatch L0 I1 < Zmore e2 L0 R more: L0 I2 - C2 L0 I1 - C3 + S2 catch: t0 n1 L2 L1 + R'),
    # 4: returns from the frames of callers.
    Method('leave', 8, 'f0 L0 I1 < Zmore ^3 L0 R more: L0 I1 - C4 L0 I2 - C5 + n0 R'),
    Method('leave2', 8, 'f0 L0 I1 < Zmore &0 ^1 L0 R more: L0 I1 - C5 e5 L0 + R'),
    # 6: all of it in a loop.
    Method('all', 8, 'Tcatch head: L0 I7 + C4 L0 I2 + C2 + S2 catch: t0 n2 L0 I1 - S0 Tcatch I0 L0 < Zout Jhead out: L2 R'),
])


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 2, 3, 7, 29, 101]:
        for i in range(len(PROGRAM.methods)):
            for k in range(3):
                WORLD.every = every
                WORLD.calls = 0
                WORLD.seen = 0
                WORLD.fuel = 300
                method = PROGRAM.methods[i]
                frame = Frame(method, None, W_Int(n + k))
                try:
                    text = '%d' % run(method, frame).value
                except Error as e:
                    show(e, None)
                    text = 'error %d' % e.w_value.value
                except Return as e:
                    text = 'returned %d' % e.w_value.value
                os.write(1, '%s %d %d: %s, %d calls, seen %d\n' % (method.name, every, k, text, WORLD.calls, WORLD.seen))
    return 0


def target(driver, args):
    return entry_point, None
