"""Portals that call themselves and each other: with greens that are known where they are called, and with others; with
work before the merge point, or none; that return, raise, or recurse without end."""
# run: 17
import os
from rpython.rlib.jit import JitDriver, promote

words = JitDriver(greens=['pc', 'code'], reds=['frame', 'total'], is_recursive=True)
nodes = JitDriver(greens=['self'], reds=['arg', 'deep'], is_recursive=True)
texts = JitDriver(greens=['text'], reds=['n'], is_recursive=True)


class Stop(Exception):
    def __init__(self, value):
        self.value = value


class Frame(object):
    def __init__(self, above, value):
        self.above = above
        self.value = value


class Program(object):
    _immutable_fields_ = ['text', 'called']

    def __init__(self, text):
        self.text = text
        self.called = None


def run(code, above, value):
    """Work before the merge point: a test that raises, an object, constants."""
    if value < -50:
        raise Stop(value)
    frame = Frame(above, value)
    pc = 0
    total = 0
    while pc < len(code.text):
        words.jit_merge_point(pc=pc, code=code, frame=frame, total=total)
        op = code.text[pc]
        pc += 1
        if op == '+':
            total += frame.value
        elif op == '-':
            frame.value -= 1
        elif op == 'c':
            if frame.value > 0:
                total += run(code.called, frame, frame.value - 1)
        elif op == 't':
            try:
                total += run(code.called, frame, frame.value - 40)
            except Stop as e:
                total -= e.value
        elif op == 'n':
            if frame.value > 0:
                total += call(TREES[frame.value % len(TREES)], frame.value)
        elif op == 'u':
            if frame.above is not None:
                frame.above.value -= 1
        elif op == '@':
            if frame.value > 0:
                pc = 0
                words.can_enter_jit(pc=pc, code=code, frame=frame, total=total)
    return total


class Node(object):
    _immutable_fields_ = ['left', 'right']

    def __init__(self, left, right):
        self.left = left
        self.right = right

    def execute(self, arg, deep):
        raise NotImplementedError


class Number(Node):
    _immutable_fields_ = ['number']

    def __init__(self, number):
        Node.__init__(self, None, None)
        self.number = number

    def execute(self, arg, deep):
        return self.number


class Arg(Node):
    def execute(self, arg, deep):
        return arg


class Add(Node):
    def execute(self, arg, deep):
        return self.left.execute(arg, deep) + self.right.execute(arg, deep)


class Less(Node):
    """right(arg - 1) if arg > 1, else left."""
    def execute(self, arg, deep):
        if arg < 2:
            return self.left.execute(arg, deep)
        return self.right.execute(arg - 1, deep)


class Call(Node):
    _immutable_fields_ = ['function']

    def __init__(self, function, left):
        Node.__init__(self, left, None)
        self.function = function

    def execute(self, arg, deep):
        value = self.left.execute(arg, deep)
        if deep > 30 and value > 14:
            raise Stop(value)
        return self.function.invoke(value, deep + 0.5)


class Text(Node):
    def execute(self, arg, deep):
        return spell('ab' + chr(ord('a') + arg % 3), arg % 5)


class Machine(Node):
    def execute(self, arg, deep):
        return run(PROGRAMS[arg % len(PROGRAMS)], None, arg % 4)


class Function(object):
    _immutable_fields_ = ['body?']

    def __init__(self):
        self.body = None

    def invoke(self, arg, deep):
        nodes.jit_merge_point(self=self, arg=arg, deep=deep)
        return self.body.execute(arg, deep)


def spell(text, n):
    """Greens that are equal, and are not the same object."""
    while True:
        texts.jit_merge_point(text=text, n=n)
        if n <= 0:
            return len(text)
        n -= 1
        if text == 'abc':
            return spell('ab', n) + 1


def call(function, arg):
    try:
        return function.invoke(arg, 0.0)
    except Stop as e:
        return -e.value


def endless(function):
    try:
        function.invoke(1000000, 0.0)
    except (RuntimeError, Stop):
        return 1
    return 0


def various(function, other, n):
    """A promotion behind a call that takes too many values."""
    function.body = Add(Call(other, Arg(None, None)), Many(None, None))
    total = 0
    for i in range(n):
        total += function.invoke(i, 0.0)
    return total


class Many(Node):
    def execute(self, arg, deep):
        return promote_it(arg)


def promote_it(arg):
    promote(arg)
    return arg + 1


PROGRAMS = [Program('+-c@'), Program('+c-c+u'), Program('t+n'), Program('nc-@'), Program('-c+n-@')]
for i in range(len(PROGRAMS)):
    PROGRAMS[i].called = PROGRAMS[(i * 2 + 1) % len(PROGRAMS)]
FIB = Function()
FIB.body = Less(Number(1), Add(Call(FIB, Arg(None, None)), Less(Number(1), Call(FIB, Arg(None, None)))))
TEXT = Function()
TEXT.body = Add(Text(None, None), Arg(None, None))
BOTH = Function()
BOTH.body = Less(Number(3), Add(Call(TEXT, Arg(None, None)), Machine(None, None)))
ENDLESS = Function()
ENDLESS.body = Add(Number(1), Call(ENDLESS, Number(0)))
TREES = [FIB, TEXT, BOTH]
LATE = Function()


def entry_point(argv):
    n = int(argv[1])
    for i in range(n):
        for k in range(len(PROGRAMS)):
            os.write(1, '%d ' % run(PROGRAMS[k], None, i % 6))
        os.write(1, '%d\n' % call(TREES[i % 3], i))
    os.write(1, '%d\n' % endless(ENDLESS))
    os.write(1, '%d\n' % various(LATE, FIB, n))
    os.write(1, '%d\n' % call(FIB, n))
    return 0


def target(driver, args):
    return entry_point, None
