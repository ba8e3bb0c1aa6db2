"""Stores to objects that exist, and that no frame of compiled code holds: the stack of an interpreter whose frames are
on the heap, two of which may be one; cells, arrays with indices that may be equal, tables that an elidable function
reads, code that is built while it runs. Compiled code makes such stores late, and everybody must see them in time."""
# run: 60
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, elidable_promote, promote

driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'other', 'world'], is_recursive=True)


class Fault(Exception):
    def __init__(self, value):
        self.value = value


class W_Root(object):
    pass


class W_Int(W_Root):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class W_Pair(W_Root):
    def __init__(self, left, right):
        self.left = left
        self.right = right


class Frame(object):
    def __init__(self, back, n):
        self.back = back
        self.top = 0
        self.turns = n
        self.stack = [None] * 12
        self.marks = [0] * 8

    def push(self, w):
        self.stack[self.top] = w
        self.top += 1

    def pop(self):
        self.top -= 1
        w = self.stack[self.top]
        self.stack[self.top] = None
        return w


class Version(object):
    pass


class Table(object):
    """Values by name. Who asks with a version gets what was there when that version was made."""

    def __init__(self):
        self.names = {}
        self.items = [None] * 4
        self.version = Version()
        self.slots = {}

    def define(self, i, w):
        self.items[i] = w
        self.version = Version()

    def find(self, i):
        return self.find_at(i, promote(self.version))

    @elidable_promote()
    def find_at(self, i, version):
        return self.items[i]


class Code(object):
    _immutable_fields_ = ['ops[*]', 'next']

    def __init__(self, ops, next):
        self.ops = ops
        self.next = next


class World(object):
    def __init__(self, table, code):
        self.table = table
        self.code = code
        self.cells = [W_Pair(None, None), W_Pair(None, None)]
        self.cell = self.cells[0]
        self.looked = 0
        self.sum = 0


def value(w):
    if isinstance(w, W_Int):
        return w.value
    if isinstance(w, W_Pair):
        return value(w.left) * 3 + value(w.right)
    return 7


@dont_look_inside
def look(frame, world):
    """Sees the whole state."""
    n = frame.top
    for i in range(frame.top):
        n = n * 5 + value(frame.stack[i])
    for m in frame.marks:
        n = n * 3 + m
    world.looked = (world.looked * 31 + n) & 0xffffff


@dont_look_inside
def fail(frame, n):
    if n % 7 == 3:
        raise Fault(frame.top * 10 + n)


def build(n):
    """Code that nobody has seen before: its items never change from here on."""
    ops = [n % 3, 3, (n + 1) % 3]
    ops[1] = n % 5
    return Code(ops, None)


def sum_of(code):
    code = promote(code)
    i = 0
    result = 0
    while i < 3:
        result = result * 10 + code.ops[i]
        i += 1
    return result


def run(code, frame, other, world):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, other=other, world=world)
        if pc >= len(code):
            return frame.top
        c = code[pc]
        pc += 1
        if c == 'i':
            frame.push(W_Int(frame.turns))
        elif c == '+':
            right = frame.pop()
            left = frame.pop()
            frame.push(W_Int((value(left) + value(right)) & 0xffff))
        elif c == 'd':
            w = frame.pop()
            frame.push(w)
            frame.push(w)
        elif c == 'p':
            right = frame.pop()
            frame.push(W_Pair(frame.pop(), right))
        elif c == 'x':
            w = frame.pop()
            if isinstance(w, W_Pair):
                frame.push(w.right)
                frame.push(w.left)
            else:
                frame.push(w)
                frame.push(w)
        elif c == 'o':
            # The other frame may be this one.
            other.push(W_Int(frame.top))
            w = frame.stack[0]
            other.marks[frame.turns & 3] = frame.marks[1] + value(w)
            frame.marks[1] = other.marks[frame.turns & 3] & 255
            other.pop()
        elif c == 'm':
            i = frame.turns & 3
            j = frame.turns % 3
            frame.marks[i] = frame.turns & 63
            frame.marks[j] = frame.marks[i] + 1
            frame.marks[i + 1] = frame.marks[j] - frame.marks[i]
        elif c == 'c':
            cell = world.cells[frame.turns & 1]
            cell.left = W_Int(frame.turns)
            world.cell.right = cell.left
            if cell.right is world.cell.left:
                world.sum += 1
            world.cell.left = None
            if cell.left is None:
                world.sum += 2
        elif c == 'D':
            if frame.turns % 6 == 1:
                world.table.define(frame.turns & 3, W_Int(frame.turns))
        elif c == 'F':
            world.sum += value(world.table.find(frame.turns & 3))
        elif c == 'S':
            slots = world.table.slots
            slots[frame.turns % 5] = frame.turns
            world.sum += slots.get(frame.turns % 3, 1) + len(slots)
        elif c == 'B':
            world.code = build(frame.turns)
            world.sum += sum_of(world.code)
        elif c == 'L':
            look(frame, world)
        elif c == 'E':
            frame.push(W_Int(3))
            try:
                fail(frame, frame.turns)
                frame.push(W_Int(4))
                frame.pop()
            except Fault as e:
                frame.push(W_Int(e.value))
                frame.pop()
            frame.pop()
        elif c == 'R':
            if frame.back is None and frame.turns % 5 == 2:
                inner = Frame(frame, 3)
                inner.push(W_Int(frame.turns))
                run('id+-', inner, frame, world)
                frame.push(inner.pop())
                frame.pop()
        elif c == '-':
            frame.turns -= 1
            if frame.turns > 0:
                pc = 0
                while frame.top > 5:
                    frame.pop()
                driver.can_enter_jit(pc=pc, code=code, frame=frame, other=other, world=world)
        elif c == '.':
            while frame.top > 1:
                frame.pop()


def main(argv):
    n = int(argv[1])
    world = World(Table(), Code([0, 0, 0], None))
    number = 0
    for code in ['i-', 'ii+.-', 'idpx..-', 'iop.-', 'iom.-', 'imL.-', 'ic.-', 'iDF.-', 'iSF.-', 'iB.-', 'iEL.-', 'iR.-',
                 'ididpxp+.oL-', 'iiicmDoFSxE.BR-', 'd-', 'id+dpxL-']:
        for shared in [False, True]:
            frame = Frame(None, n)
            frame.push(W_Int(1))
            other = frame
            if not shared:
                other = Frame(None, 1)
            top = run(code, frame, other, world)
            look(frame, world)
            look(other, world)
            number += 1
            os.write(1, "%d %s %d: %d %d\n" % (number, code, top, world.looked, world.sum))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
