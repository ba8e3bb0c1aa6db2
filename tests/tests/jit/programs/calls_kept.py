"""Frames that some callee keeps in a list, read and written while their functions run and after these have returned. The
methods allocate much, small objects and long arrays, so that there are collections while callers wait. A frame that
returns forgets its caller."""
# run: 9
import os
from rpython.rlib.jit import JitDriver, dont_look_inside

driver = JitDriver(greens=['pc', 'method'], reds=['top', 'frame', 'machine'], is_recursive=True)


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
        return 1


class W_Int(W_Root):
    def __init__(self, value):
        self.value = value

    def number(self):
        return self.value


class W_Array(W_Root):
    def __init__(self, items):
        self.items = items

    def number(self):
        return self.items[0] + self.items[len(self.items) - 1] + len(self.items)


class W_Cons(W_Root):
    def __init__(self, first, rest):
        self.first = first
        self.rest = rest

    def number(self):
        return self.first.number() * 2 + 1


class Method(object):
    _immutable_fields_ = ['code', 'size', 'name']

    def __init__(self, name, size, text):
        self.name = name
        self.size = size
        self.code = assemble(text)


class Frame(object):
    def __init__(self, method, previous):
        self.method = method
        self.previous = previous
        self.stack = [None] * method.size
        self.returned = False


class Machine(object):
    def __init__(self, program, every):
        self.program = program
        self.every = every
        self.calls = 0
        self.seen = 0
        self.kept = []
        self.last = None

    def rarely(self):
        return self.calls % self.every == 0

    def note(self, n):
        self.seen = (self.seen * 31 + n) & 0xffffff

    def keep(self, frame):
        if len(self.kept) > 20:
            self.kept = self.kept[10:]
        self.kept.append(frame)


def look(machine, frame):
    """What frames hold that have returned, or wait."""
    for kept in machine.kept:
        if not kept.returned:
            if kept is frame:
                machine.note(1)
            if kept is frame.previous:
                machine.note(2)
        machine.note(kept.stack[1].number())
        w = kept.stack[2]
        if w is not None:
            machine.note(w.number())
        if kept.previous is not None:
            machine.note(kept.previous.stack[0].number())
        kept.stack[1] = W_Int(machine.calls & 31)


@dont_look_inside
def waste(n):
    """Dead objects, small and large, one of which comes back."""
    w = W_Cons(W_Int(n), None)
    i = 0
    while i < n % 5 + 1:
        w = W_Cons(W_Array([i] * (n * 37 % 400 + 1)), w)
        i += 1
    return w


def make_chain(n, w):
    chain = None
    i = 0
    while i < n:
        chain = W_Cons(w, chain)
        i += 1
    return chain


def run(method, frame, machine):
    pc = 0
    top = 4
    while True:
        driver.jit_merge_point(pc=pc, method=method, top=top, frame=frame, machine=machine)
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
            right = stack[top].number()
            left = stack[top - 1].number()
            stack[top] = None
            if op == '+':
                left = (left + right) & 0xffff
            elif op == '-':
                left = left - right
            else:
                left = int(left < right)
            stack[top - 1] = W_Int(left)
        elif op == 'Z':
            top -= 1
            if stack[top].number() == 0:
                pc = arg
        elif op == 'J':
            if arg < pc:
                pc = arg
                driver.can_enter_jit(pc=pc, method=method, top=top, frame=frame, machine=machine)
            pc = arg
        elif op == 'C':
            callee = machine.program.methods[arg]
            other = Frame(callee, frame)
            other.stack[0] = stack[top - 1]
            other.stack[1] = stack[1]
            machine.calls += 1
            stack[top - 1] = run(callee, other, machine)
            other.returned = True
            other.previous = None
        elif op == 'R':
            return stack[top - 1]
        elif op == 'k':
            # This frame, or one further up.
            if machine.rarely():
                kept = frame
                if arg > 0 and frame.previous is not None:
                    kept = frame.previous
                if arg > 1 and kept.previous is not None:
                    kept = kept.previous
                machine.keep(kept)
        elif op == 'l':
            if machine.rarely():
                look(machine, frame)
        elif op == 'p':
            # The frame that looked last is this one's caller, or has returned.
            last = machine.last
            if last is not None:
                if last is frame.previous:
                    machine.note(5)
                if last.returned and machine.rarely():
                    machine.note(6)
                    last.stack[2] = frame.stack[0]
            if arg == 0 or machine.rarely():
                machine.last = frame
        elif op == 'w':
            stack[2] = waste(stack[arg].number() & 15)
        elif op == 'a':
            # An array that is used at once, and a longer one that stays.
            n = stack[0].number() & 7
            items = [n] * (n + 3)
            items[n] = machine.calls & 7
            stack[1] = W_Int(items[0] + items[2] + items[n])
            if arg > 0:
                stack[2] = W_Array([n] * (arg * 50 + n))
        elif op == 'c':
            stack[2] = make_chain(arg, stack[0])
        elif op == 'n':
            machine.note(stack[arg].number())


class Program(object):
    _immutable_fields_ = ['methods[*]']

    def __init__(self, methods):
        self.methods = methods


PROGRAM = Program([
    Method('fib', 8, 'a0 L0 I2 < Zmore k1 w0 L0 R more: p1 L0 I1 - C0 L0 I2 - C0 + l0 R'),
    Method('down', 8, 'c3 L0 I1 < Zmore k2 l0 L0 R more: a9 L0 I1 - C2 n2 L1 + R'),
    Method('down2', 8, 'w0 p0 L0 I1 < Zmore k0 k1 L0 R more: L0 I2 - C1 L0 C5 + n1 n2 R'),
    Method('loop', 9, 'L0 S3 head: a2 L3 C4 c2 L3 C5 + S2 n2 L3 I1 - S3 I0 L3 < Zout Jhead out: L2 R'),
    Method('permute', 8, 'L0 S3 I0 S2 head: L3 I1 < Zmore Jout more: L3 I1 - C4 S1 w3 k0 L3 I1 - S3 n1 p0 Jhead out: l0 L0 R'),
    Method('leaf', 8, 'a1 k1 p1 L0 L1 + R'),
])


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 3, 11, 37]:
        for i in range(len(PROGRAM.methods)):
            for k in range(2):
                machine = Machine(PROGRAM, every)
                method = PROGRAM.methods[i]
                frame = Frame(method, None)
                start = n + k
                if method.name == 'permute':
                    start = n - 3
                elif method.name == 'loop':
                    start = n - 2 + k
                frame.stack[0] = W_Int(start)
                frame.stack[1] = W_Int(k)
                result = run(method, frame, machine)
                frame.returned = True
                look(machine, frame)
                os.write(1, '%s %d %d: %d, %d calls, seen %d, kept %d\n' % (
                    method.name, every, k, result.number(), machine.calls, machine.seen, len(machine.kept)))
    return 0


def target(driver, args):
    return entry_point, None
