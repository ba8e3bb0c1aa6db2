"""Programs that change all the time: each is made, run until it is hot, and forgotten. Its objects become greens,
constants and watched fields of compiled code. Calls of portals with known greens, a field that changes rarely, text
among greens; and a loop around all that which is hot itself, so that its code is on the stack all the time."""
# run: 60
import os
import time
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable



def place(pc, code):
    return code.text + ' ' + str(pc)


words = JitDriver(greens=['pc', 'code'], reds=['frame', 'total'], is_recursive=True, get_printable_location=place)
rounds = JitDriver(greens=['name'], reds=['world', 'left', 'sum'], is_recursive=True)


class Stop(Exception):
    pass


class Frame(object):
    def __init__(self, code, count):
        self.code = code
        self.count = count
        self.stack = None


class Cell(object):
    def __init__(self, value, below):
        self.value = value
        self.below = below


class Value(object):
    pass


class Int(Value):
    _immutable_fields_ = ['n']

    def __init__(self, n):
        self.n = n

    def add(self, other):
        return Int((self.n * 3 + other.n) & 0xffffff)


class Odd(Int):
    def add(self, other):
        return Odd((self.n + other.n * 5 + 1) & 0xffffff)


class Code(object):
    _immutable_fields_ = ['text', 'numbers[*]', 'called', 'scale?', 'name']

    def __init__(self, name, text, numbers, called):
        self.name = name
        self.text = text
        self.numbers = numbers
        self.called = called
        self.scale = 1


class World(object):
    def __init__(self, seed):
        self.seed = seed
        self.made = 0
        self.turns = 40
        self.output = 0
        self.last = ''

    def random(self, below):
        self.seed = (self.seed * 1103515245 + 12345) & 0x7fffffff
        return (self.seed >> 8) % below


@elidable
def weight(text):
    total = 0
    for i in range(len(text)):
        total = total * 31 + ord(text[i])
    return total & 0xffff


def pop(frame):
    cell = frame.stack
    if cell is None:
        raise Stop
    frame.stack = cell.below
    return cell.value


def push(frame, value):
    frame.stack = Cell(value, frame.stack)


@dont_look_inside
def change(code):
    code.scale += 1


def run(code, count):
    frame = Frame(code, count)
    push(frame, Int(count))
    pc = 0
    total = 0
    while pc < len(code.text):
        words.jit_merge_point(pc=pc, code=code, frame=frame, total=total)
        op = code.text[pc]
        if op == 'n':
            push(frame, Int(code.numbers[pc]))
        elif op == 'o':
            push(frame, Odd(code.numbers[pc]))
        elif op == '+':
            right = pop(frame)
            push(frame, pop(frame).add(right))
        elif op == 's':
            total = (total + pop(frame).n * code.scale) & 0xffffff
            push(frame, Int(total & 7))
        elif op == 'w':
            total += weight(code.text)
        elif op == 'c':
            if code.called is not None and frame.count & 7 == 3:
                total += run(code.called, 12 + (total & 3))
        elif op == '!':
            if frame.count == 20:
                change(code)
        elif op == 'x':
            if frame.count == 5:
                raise Stop
        elif op == 'g':
            # Garbage, so that there are collections.
            push(frame, Int(pop(frame).n + len(str(total))))
        elif op == '@':
            frame.count -= 1
            if frame.count > 0:
                pc = -1
        pc += 1
        if pc == 0:
            words.can_enter_jit(pc=pc, code=code, frame=frame, total=total)
    return total


@dont_look_inside
def make(world, called):
    """A new program: its text is that of no other."""
    world.made += 1
    text = []
    numbers = []
    for i in range(4 + world.random(12)):
        op = 'nnoo+++swcg'[world.random(11)]
        if op == '+':
            text.append('n')
            numbers.append(world.random(1000))
        text.append(op)
        numbers.append(world.random(1000))
    text.append('s')
    if world.random(3) == 0:
        text.append('!')
    if world.random(9) == 0:
        text.append('x')
    text.append('@')
    while len(numbers) < len(text):
        numbers.append(0)
    return Code('p%d' % (world.made % 10), ''.join(text), numbers[:], called)


@dont_look_inside
def fresh(world):
    called = None
    if world.random(2) == 0:
        called = make(world, None)
    return make(world, called)


@dont_look_inside
def play(world, code):
    total = 0
    try:
        for i in range(3):
            total += run(code, world.turns + world.random(4))
    except Stop:
        total += 7
    world.last = code.text
    world.output = (world.output * 7 + total) & 0xffffff
    if world.made % 16 == 0:
        os.write(1, '%s %s %d\n' % (code.name, code.text, world.output))
    return total


def many(name, world, left):
    """Runs programs; its own loop is compiled soon."""
    total = 0
    while left > 0:
        rounds.jit_merge_point(name=name, world=world, left=left, sum=total)
        code = fresh(world)
        total = (total + play(world, code)) & 0xffffff
        if left % 50 == 9:
            # Its own greens, inside of the loop that is on the stack.
            total += many(name + 'i', world, 3)
        left -= 1
        rounds.can_enter_jit(name=name, world=world, left=left, sum=total)
    return total


def alone(world, left):
    """The same without a loop around that is compiled."""
    total = 0
    while left > 0:
        total = (total + play(world, fresh(world))) & 0xffffff
        left -= 1
    return total


def measure(world, blocks, turns):
    """What blocks of a thousand programs take, in microseconds: with arguments SEED BLOCKS TURNS."""
    world.turns = turns
    for i in range(blocks):
        before = time.time()
        total = alone(world, 500) + many('many', world, 500)
        took = int((time.time() - before) * 1000000.0)
        os.write(2, 'block %d: %d, %d\n' % (i, took, total))


def entry_point(argv):
    world = World(int(argv[1]))
    if len(argv) > 3:
        measure(world, int(argv[2]), int(argv[3]))
        return 0
    if len(argv) > 2:
        world.turns = int(argv[2])
    n = int(argv[1])
    os.write(1, '%d\n' % alone(world, n))
    os.write(1, '%d\n' % many('many', world, n))
    os.write(1, '%d\n' % alone(world, n))
    # The last one is hot. With many turns it is hot for longer than sixteen times what was spent on compiling since the
    # last flush, which is how long there may be none where memory is exhausted.
    world.turns = 3000
    if len(argv) > 2:
        world.turns = int(argv[2]) * max(200, int(argv[2]) * 7 // 10)
    os.write(1, '%d %d\n' % (alone(world, 1), world.made))
    os.write(1, '%s\n' % world.last)
    return 0


def target(driver, args):
    return entry_point
