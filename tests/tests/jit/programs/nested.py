"""Helpers that call helpers: their generators call each other, and any of them may come back with an action of its own
in the middle of it: a branch that is not known, a promotion of a string or an object that was made a moment ago, the
head of a loop, an exception, a call of an elidable function that others see, one more turn of a recursion. The programs
are random ones."""
# run: 40
from rpython.rlib import jit
from rpython.rlib.jit import JitDriver, elidable, promote, promote_string, unroll_safe

driver = JitDriver(greens=['pc', 'code'], reds=['fuel', 'frame', 'total'])


class Error(Exception):
    def __init__(self, code):
        self.code = code


class Cell(object):
    _immutable_fields_ = ['size']

    def __init__(self, size):
        self.size = size
        self.value = 0


class Sub(Cell):
    def get(self):
        return self.value + self.size


class Frame(object):
    def __init__(self):
        self.stack = [0] * 16
        self.depth = 0
        self.cell = Cell(3)
        self.name = 'a'

    def push(self, value):
        depth = promote(self.depth)
        if depth >= len(self.stack):
            raise Error(1)
        self.stack[depth] = value
        self.depth = depth + 1

    def pop(self):
        depth = promote(self.depth) - 1
        if depth < 0:
            raise Error(2)
        self.depth = depth
        return self.stack[depth]

    def top(self):
        value = self.pop()
        self.push(value)
        return value

    @unroll_safe
    def rotate(self, n):
        last = self.pop()
        for i in range(n):
            other = self.pop()
            self.push(last)
            last = other
            self.push(last)
            last = self.pop()
        self.push(last)


class Table(object):
    def __init__(self):
        self.names = {}


table = Table()


@elidable
def number_of(name):
    if name not in table.names:
        table.names[name] = len(table.names)
    return table.names[name]


@elidable
def name_of(n):
    return 'n' + chr(ord('a') + n % 7)


def named(frame, n):
    name = promote_string(name_of(n) + frame.name)
    return number_of(name)


def fresh(frame, n):
    cell = promote_cell(frame, n)
    cell.value += n
    return size_of(cell)


def promote_cell(frame, n):
    # A young object becomes a constant.
    cell = promote(Cell(n & 3)) if n & 4 else frame.cell
    return cell


def size_of(cell):
    if isinstance(cell, Sub):
        return cell.get()
    return cell.size


def absolute(n):
    if n < 0:
        return -n
    return n


def smaller(a, b):
    return absolute(a) if absolute(a) < absolute(b) else absolute(b)


def checked(frame):
    try:
        return frame.pop()
    except Error as e:
        return -e.code


def down(frame, n):
    if n <= 0:
        return frame.depth
    return down(frame, n - 1) + smaller(n, 3)


@unroll_safe
def many(frame, n):
    total = 0
    for i in range(n & 3):
        total += down(frame, i)
    return total


def step(op, frame, fuel):
    if op == '+':
        frame.push((frame.pop() + frame.pop()) & 0xffff)
    elif op == '-':
        frame.push(smaller(frame.pop() - 50, frame.pop()))
    elif op == '1':
        frame.push(fuel & 127)
    elif op == 'd':
        frame.push(frame.top())
    elif op == 'r':
        frame.rotate(1)
    elif op == 'R':
        frame.rotate(2)
    elif op == 'n':
        frame.push(named(frame, checked(frame)))
    elif op == 'f':
        frame.push(fresh(frame, checked(frame)))
    elif op == 'c':
        frame.push(checked(frame) + checked(frame))
    elif op == 's':
        frame.cell = Sub(fuel & 1)
    elif op == 'o':
        frame.cell = Cell(fuel & 1)
    elif op == 'm':
        frame.push(many(frame, checked(frame)))
    elif op == 'a':
        frame.name = name_of(fuel)


def run(code, fuel):
    pc = 0
    total = 0
    frame = Frame()
    while fuel > 0:
        driver.jit_merge_point(pc=pc, code=code, fuel=fuel, frame=frame, total=total)
        fuel -= 1
        try:
            step(code[pc], frame, fuel)
        except Error as e:
            total += e.code
            frame.depth = 2
        pc += 1
        if pc == len(code):
            pc = 0
            total = (total * 3 + frame.depth + checked(frame)) & 0xffffff
    return total


OPS = '++--11111ddrRnnffccsomma'


def entry_point(argv):
    seed = 7
    total = 0
    for i in range(int(argv[1])):
        code = ''
        for k in range(5 + i % 9):
            seed = (seed * 1103515245 + 12345) & 0x7fffffff
            code += OPS[(seed >> 8) % len(OPS)]
        found = run(code, 300)
        total = (total * 31 + found) & 0xffffff
        print code, found
    print total, len(table.names)
    return 0


def target(driver, args):
    return entry_point
