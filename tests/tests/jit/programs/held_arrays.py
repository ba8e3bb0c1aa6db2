"""Arrays of virtualizables, reached in every way but the obvious one: through another reference to the array, by slices and
copies, at indices that are not known, from residual calls, in a frame that the loop replaces, shared by two frames; arrays
of one length and type, long ones, and of numbers."""
# run: 60
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, promote, unroll_safe

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'frame', 'world'], virtualizables=['frame'])


class Number(object):
    def __init__(self, value):
        self.value = value


class Frame(object):
    _virtualizable_ = ['top', 'stack[*]', 'locals[*]', 'twin[*]', 'long[*]', 'marks[*]', 'weights[*]', 'letters[*]']

    def __init__(self, world, locals):
        self.top = 0
        self.stack = [None] * 6
        self.locals = locals
        self.twin = [None] * 6
        self.long = [None] * 40
        self.marks = [0] * 3
        self.weights = [0.5] * 3
        self.letters = ['a'] * 5
        world.frames.append(self)

    def push(self, x):
        top = promote(self.top)
        if top == 5:
            return
        self.stack[top] = x
        self.top = top + 1

    def pop(self):
        top = promote(self.top) - 1
        if top < 0:
            return Number(1)
        x = self.stack[top]
        self.stack[top] = None
        self.top = top
        return x


class Large(Frame):
    def __init__(self, world, locals):
        Frame.__init__(self, world, locals)
        self.more = [3, 4]


class World(object):
    def __init__(self):
        self.frames = []
        self.kept = None
        self.total = 0


def weigh(items):
    total = 0
    for i in range(len(items)):
        x = items[i]
        if x is not None:
            total = (total * 3 + x.value + i) & 65535
    return total


@dont_look_inside
def outside(world):
    """Reads and changes the items of all frames."""
    total = 0
    for frame in world.frames:
        total = total * 7 + weigh(frame.stack) + weigh(frame.locals) + weigh(frame.twin) + frame.marks[1]
        total = (total + int(frame.weights[2] * 4.0) + ord(frame.letters[0])) & 65535
        frame.locals[1] = Number(total & 15)
        frame.marks[0] += 1
    return total & 1023


@dont_look_inside
def change(items, i, x):
    items[i] = x


@dont_look_inside
def innocent(n):
    """Accesses no items."""
    return n * 5 & 63


@unroll_safe
def copied(frame):
    part = frame.stack[1:4]
    whole = frame.locals[:]
    total = 0
    for x in part:
        if x is not None:
            total += x.value
    for x in whole:
        if x is not None:
            total = total * 2 + x.value
    return total


def run(code, n, world):
    pc = 0
    locals = [Number(i) for i in range(4)]
    frame = Frame(world, locals[:])
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, frame=frame, world=world)
        op = code[pc]
        pc += 1
        if op == 'p':
            frame.push(Number(n & 7))
        elif op == 'l':
            frame.push(frame.locals[ord(code[pc]) - ord('0')])
            pc += 1
        elif op == 's':
            frame.locals[ord(code[pc]) - ord('0')] = frame.pop()
            pc += 1
        elif op == '+':
            b, a = frame.pop(), frame.pop()
            frame.push(Number((a.value + b.value) & 255))
        elif op == 'o':
            world.total += outside(world)
        elif op == 'i':
            world.total += innocent(n)
        elif op == 'c':
            change(frame.locals, n & 3, Number(n & 31))
        elif op == 'x':
            # An index that is not known, read and written.
            i = n & 3
            x = frame.locals[i]
            frame.locals[3 - i] = Number((x.value + 1) & 63)
            world.total += frame.locals[2].value
        elif op == 'k':
            world.kept = frame.locals
        elif op == 'a':
            # Through another reference, which may be the same array.
            kept = world.kept
            if kept is not None:
                kept[1] = Number(n & 15)
                world.total += frame.locals[1].value
                frame.locals[2] = Number(n & 3)
                world.total += kept[2].value
                if kept is frame.locals:
                    world.total += 1
        elif op == 'v':
            world.total += copied(frame)
        elif op == 't':
            frame.twin[2] = frame.stack[0]
            frame.stack[5] = frame.twin[2]
            world.total += weigh(frame.twin) + weigh(frame.stack)
        elif op == 'g':
            frame.long[n & 31] = Number(n & 7)
            frame.long[39] = Number(1)
            world.total += weigh(frame.long)
        elif op == 'm':
            frame.marks[1] += n & 3
            frame.weights[2] += 0.25
            frame.letters[0] = chr(ord('a') + (n & 7))
            world.total += frame.marks[0] + frame.marks[1] + int(frame.weights[2]) + ord(frame.letters[0])
        elif op == 'r':
            # Another array in the field.
            fresh = [Number(2)] * 4
            fresh[n & 1] = frame.locals[0]
            frame.locals = fresh
        elif op == 'f':
            # Another frame, which shares an array with the old one; and one of another length.
            if n & 4:
                frame = Large(world, frame.locals)
            elif n & 2:
                frame = Frame(world, [Number(n & 3)] * 5)
            else:
                frame = Frame(world, frame.locals[:])
            if len(world.frames) > 3:
                del world.frames[0]
        elif op == 'e':
            try:
                world.total += frame.stack[promote(n & 7) + 3].value
            except IndexError:
                world.total += 100
            except AttributeError:
                world.total += 1000
        elif op == 'j':
            n -= 1
            if n <= 0:
                return frame
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, frame=frame, world=world)


PROGRAMS = [
    'l0l1+s0j', 'pl0+s1ij', 'pl1+s2oj', 'ps0cl0s1j', 'xl2s0xj', 'kapl0+s0j', 'krapl0+s0aj', 'pvl0s1vpl0+s2j', 'ptl0+s0tj',
    'ggl0s1j', 'mpl0+s0moj', 'rl0l1+s1j', 'pl0+s0fkl1s2oaj', 'fl0l1+s0fcxj', 'ppl1+s1s0kacvxtmoifrpl2+s0vj',
]


def entry_point(argv):
    n = int(argv[1])
    for program in PROGRAMS:
        world = World()
        frame = run(program, n, world)
        os.write(1, '%s %d %d %d %d %d\n' % (program, world.total & 65535, weigh(frame.stack), weigh(frame.locals),
                                             weigh(frame.twin), frame.marks[0] + frame.marks[1]))
    return 0
