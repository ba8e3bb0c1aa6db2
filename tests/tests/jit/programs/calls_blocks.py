"""Blocks as in Smalltalk: they hold the frame that made them, are passed on, called further down by another portal too,
read and write variables of the frames around them, and return from the method that made them, which may have returned."""
# run: 9
import os
from rpython.rlib.jit import JitDriver, unroll_safe

driver = JitDriver(greens=['pc', 'top', 'method'], reds=['frame'], is_recursive=True)
loops = JitDriver(greens=['method'], reds=['n', 'block', 'frame', 'w'], is_recursive=True)


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
        return 0


class W_Int(W_Root):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value

    def number(self):
        return self.value


class W_Block(W_Root):
    _immutable_fields_ = ['method', 'frame']

    def __init__(self, method, frame):
        self.method = method
        self.frame = frame


class Method(object):
    _immutable_fields_ = ['code', 'size', 'name', 'catches']

    def __init__(self, name, size, text):
        self.name = name
        self.size = size
        self.code = assemble(text)
        self.catches = 'c' in self.code[::2]


class Frame(object):
    _immutable_fields_ = ['method', 'previous', 'outer']

    def __init__(self, method, previous, outer, w_arg, w_block):
        self.method = method
        self.previous = previous
        self.outer = outer
        self.running = True
        self.stack = [None] * method.size
        self.stack[0] = w_arg
        self.stack[1] = w_block
        self.stack[2] = w_arg


class Return(Exception):
    def __init__(self, target, w):
        self.target = target
        self.w = w


class Machine(object):
    def __init__(self):
        self.every = 1
        self.calls = 0
        self.seen = 0
        self.block = None
        self.fuel = 0

    def rarely(self):
        return self.calls % self.every == 0

    def note(self, n):
        self.seen = (self.seen * 31 + n) & 0xffffff


MACHINE = Machine()


@unroll_safe
def context(frame, n):
    while n > 0 and frame.outer is not None:
        frame = frame.outer
        n -= 1
    return frame


@unroll_safe
def home(frame):
    while frame.outer is not None:
        frame = frame.outer
    return frame


def call(method, previous, outer, w_arg, w_block):
    """The result of a method or block; a return from further down ends here."""
    MACHINE.calls += 1
    frame = Frame(method, previous, outer, w_arg, w_block)
    try:
        w = run(method, frame)
    except Return as e:
        frame.running = False
        if e.target is not frame:
            raise
        return e.w
    frame.running = False
    return w


def repeat(n, block, frame):
    """Calls a block, in a portal of its own."""
    w = frame.stack[0]
    method = block.method
    while n > 0:
        loops.jit_merge_point(method=method, n=n, block=block, frame=frame, w=w)
        n -= 1
        w = call(method, frame, block.frame, W_Int(n), None)
        if w.number() & 31 == 31:
            break
    return w


def run(method, frame):
    pc = 0
    top = 3
    while True:
        driver.jit_merge_point(pc=pc, top=top, method=method, frame=frame)
        op = method.code[pc * 2]
        arg = ord(method.code[pc * 2 + 1])
        pc += 1
        stack = frame.stack
        if op == 'I':
            stack[top] = W_Int(arg)
            top += 1
        elif op == 'L' or op == 'M' or op == 'N':
            # A variable of this frame, or of those around it.
            around = context(frame, ord(op) - ord('L'))
            stack[top] = around.stack[arg]
            top += 1
        elif op == 'S' or op == 'T' or op == 'U':
            top -= 1
            around = context(frame, ord(op) - ord('S'))
            around.stack[arg] = stack[top]
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
                driver.can_enter_jit(pc=pc, top=top, method=method, frame=frame)
            pc = arg
        elif op == 'B':
            stack[top] = W_Block(PROGRAM.methods[arg], frame)
            top += 1
        elif op == 'C':
            # An argument and a block, or none.
            w_block = stack[top - 1]
            stack[top - 1] = None
            top -= 1
            callee = PROGRAM.methods[arg]
            stack[top - 1] = call(callee, frame, None, stack[top - 1], w_block)
        elif op == 'V':
            # Calls the block in local 1 of the frame at that distance; its own argument is on the stack.
            block = context(frame, arg).stack[1]
            if isinstance(block, W_Block):
                stack[top - 1] = call(block.method, frame, block.frame, stack[top - 1], block)
        elif op == 'P':
            block = stack[1]
            if isinstance(block, W_Block):
                stack[top - 1] = repeat(stack[top - 1].number(), block, frame)
        elif op == 'X':
            # A block that was kept, and whose method may have returned.
            block = MACHINE.block
            if block is not None and MACHINE.fuel > 0 and MACHINE.rarely():
                MACHINE.fuel -= 1
                stack[top - 1] = call(block.method, frame, block.frame, stack[top - 1], None)
        elif op == 'K':
            block = stack[1]
            if isinstance(block, W_Block) and MACHINE.rarely():
                MACHINE.block = block
        elif op == 'R':
            return stack[top - 1]
        elif op == '^':
            if arg == 0 or MACHINE.rarely():
                target = home(frame)
                if target.running:
                    raise Return(target, stack[top - 1])
                MACHINE.note(1)
        elif op == 'h':
            # Where blocks come from, and who called them.
            if arg == 0 or MACHINE.rarely():
                n = 0
                if frame.outer is not None:
                    if frame.outer is frame.previous:
                        n += 1
                    if frame.previous is not None and frame.previous.previous is frame.outer:
                        n += 2
                    block = frame.outer.stack[1]
                    if isinstance(block, W_Block) and block.frame is frame.outer:
                        n += 4
                    if home(frame).running:
                        n += 8
                MACHINE.note(n)
        elif op == 'n':
            MACHINE.note(stack[arg].number())


class Program(object):
    _immutable_fields_ = ['methods[*]']

    def __init__(self, methods):
        self.methods = methods


PROGRAM = Program([
    # 0: a block that adds to a variable of the method, called by a chain of methods.
    Method('sum', 8, 'I0 S2 L0 B1 C2 n2 L2 + R'),
    Method('[sum]', 7, 'h0 L0 M2 + T2 L0 R'),
    Method('chain', 8, 'L0 I1 < Zmore L0 V0 R more: L0 I1 - L1 C2 L0 V0 + R'),
    # 3: the block returns from the method, once in a while.
    Method('find', 8, 'L0 B4 C5 I7 + R'),
    Method('[find]', 7, 'L0 M0 + T2 L0 ^1 h1 R'),
    Method('each', 8, 'L0 I1 < Zmore L0 R more: L0 P0 S2 K0 L0 I1 - L1 C5 L2 + R'),
    # 6: blocks in blocks; the inner one returns from the method.
    Method('nested', 8, 'L0 B7 C2 L0 X0 + n2 R'),
    Method('[nested]', 8, 'L0 I3 < Zmore L0 R more: L0 I2 - B8 C5 M0 + R'),
    Method('[[nested]]', 7, 'M0 N2 + U2 L0 N0 < Zout I5 T2 out: h1 L0 ^1 R'),
    # 9: a loop of blocks that call the method again.
    Method('again', 9, 'head: L0 B10 C11 L2 + S2 n2 L0 I1 - S0 I0 L0 < Zout Jhead out: L2 R'),
    Method('[again]', 8, 'L0 M0 < Zmore L0 I3 < Zmore L0 I0 C0 M2 + T2 more: L0 I3 < Zout M2 ^1 out: X0 R'),
    Method('twice', 8, 'K0 L0 V0 S2 L0 I2 < Zmore L2 R more: L0 I2 - L1 C11 L2 + R'),
    # 12: the block's own variable changes while it waits.
    Method('back', 8, 'L0 S2 L0 B13 C2 n2 R'),
    Method('[back]', 8, 'L0 S2 L0 I1 - I0 C14 L2 + M2 + T2 h0 L2 R'),
    Method('small', 7, 'L0 I2 < Zmore L0 X0 R more: L0 I2 - I0 C14 L0 + R'),
])


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 2, 7, 31]:
        for i in [0, 3, 6, 9, 12]:
            for k in range(3):
                MACHINE.every = every
                MACHINE.calls = 0
                MACHINE.seen = 0
                MACHINE.block = None
                MACHINE.fuel = 25
                method = PROGRAM.methods[i]
                w = call(method, None, None, W_Int(n + k), None)
                os.write(1, '%s %d %d: %d, %d calls, seen %d\n' % (
                    method.name, every, k, w.number(), MACHINE.calls, MACHINE.seen))
    return 0


def target(driver, args):
    return entry_point, None
