"""Virtualizables whose fields are reached in every way but the obvious one: through a second red that is the same
object, through a list, from a subclass, from residual calls, by identity; frames that the loop replaces, that die before
an exception leaves, that a callee keeps."""
# run: 60
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, hint, promote

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'frame', 'other', 'world'], virtualizables=['frame', 'other'])


class Number(object):
    def __init__(self, value):
        self.value = value


class Pair(Number):
    def __init__(self, value, next):
        Number.__init__(self, value)
        self.next = next


class Failure(Exception):
    def __init__(self, frame):
        self.frame = frame


class Frame(object):
    _virtualizable_ = ['top', 'count', 'mark']
    _immutable_fields_ = ['weight']

    def __init__(self, weight, back):
        self.weight = weight
        self.top = Number(weight)
        self.count = 0
        self.mark = 0.5
        self.small = chr(weight & 7)
        self.back = back


class Tall(Frame):
    def __init__(self, weight, back):
        Frame.__init__(self, weight, back)
        self.height = weight * 2


class World(object):
    def __init__(self):
        self.frames = []
        self.last = None
        self.total = 0


@dont_look_inside
def outside(world):
    """Reads and changes the fields of all frames."""
    n = 0
    for frame in world.frames:
        top = frame.top
        n = n * 31 + frame.count + top.value + int(frame.mark * 4.0) + ord(frame.small)
        if isinstance(top, Pair):
            n += top.next.value
        frame.count += 1
        if frame.count % 5 == 0:
            frame.top = Number(frame.count)
    world.total = (world.total * 7 + n) % 1000003


@dont_look_inside
def unrelated(world, k):
    """Touches no frame."""
    world.total = (world.total + k) % 1000003


@dont_look_inside
def keep(world, frame):
    world.last = frame


@dont_look_inside
def fail_for(world, frame):
    if world.total % 3 == 0:
        raise Failure(frame)
    world.total += 1


@elidable
def twice(n):
    return n * 2


def interp(code, n, frame, other, world):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, frame=frame, other=other, world=world)
        if pc >= len(code):
            n -= 1
            if n < 0:
                return frame
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, frame=frame, other=other, world=world)
            continue
        op = code[pc]
        pc += 1
        if op == '+':
            frame.top = Number(frame.top.value + 1)
            frame.count += 1
        elif op == 'p':
            frame.top = Pair(frame.top.value & 1023, Number(frame.count))
        elif op == 'o':
            # The other red: maybe the same object.
            other.count += 3
            frame.mark += other.mark
            if frame.mark > 100.0:
                frame.mark = 0.25
        elif op == 'l':
            # The same object through a list.
            x = world.frames[n % len(world.frames)]
            x.count += frame.count & 7
            frame.count += x.count & 3
            if x is frame:
                world.total += 11
        elif op == 's':
            if isinstance(frame, Tall):
                frame.height += frame.count & 15
                world.total = (world.total + frame.height) % 1000003
            else:
                frame.small = chr((ord(frame.small) + 1) & 7)
        elif op == 'c':
            outside(world)
        elif op == 'u':
            unrelated(world, frame.count)
        elif op == 'k':
            keep(world, frame)
            frame.count += 2
            world.total = (world.total + world.last.count) % 1000003
        elif op == 'x':
            # The loop goes on with another frame.
            frame, other = other, frame
        elif op == 'n':
            fresh = Frame(n & 3, frame)
            fresh.top = frame.top
            frame = fresh
        elif op == 'b':
            if frame.back is not None:
                top = frame.top
                frame = frame.back
                frame.top = top
        elif op == 'e':
            frame.count += 1
            try:
                fail_for(world, frame)
            except Failure as e:
                world.total = (world.total + e.frame.count + frame.count) % 1000003
        elif op == 'i':
            # Inlined, and left by an exception that the frame does not survive.
            try:
                world.total = (world.total + risky(frame, n)) % 1000003
            except Failure as e:
                world.total = (world.total + e.frame.count * 5) % 1000003
        elif op == 'w':
            frame.count += twice(frame.weight)
        elif op == 'r':
            # The portal in itself, with the same frame.
            if n % 4 == 0 and len(code) > 3:
                frame = interp('+u' + code[0], 2, frame, frame, world)
        elif op == 'd':
            # The class of the top of the stack decides.
            if isinstance(frame.top, Pair):
                frame.top = frame.top.next
                frame.count -= 1
        elif op == '!':
            promote(frame.count & 3)
            frame.count += 1


def risky(frame, n):
    frame.count += 1
    if n % 3 == 1:
        raise Failure(frame)
    frame.mark += 1.0
    return frame.top.value & 255


OPS = '+poslcukxnbeiwrd!'


def entry_point(argv):
    turns = int(argv[1])
    seed = 12345
    for k in range(40):
        code = ''
        for i in range(1 + k % 7):
            seed = (seed * 1103515245 + 12345) & 0x7fffffff
            code += OPS[(seed >> 8) % len(OPS)]
        world = World()
        a = Frame(1, None)
        b = Tall(2, a)
        world.frames = [a, b]
        if k % 3 == 0:
            first, second = a, a
        elif k % 3 == 1:
            first, second = a, b
        else:
            first, second = b, a
        last = interp(code, turns, first, second, world)
        same = 0
        if last is a:
            same = 1
        os.write(1, '%s %d %d %d %d %d %d %s %d\n' % (
            code, world.total, last.count, last.top.value, a.count, b.count, same, str(last.mark), b.height))
    return 0


def target(driver, args):
    return entry_point
