"""A field that holds a weak reference is None at first, and compiled code knows that, as it knows that other fields are
None. Where a weak reference comes to the same place later, it is followed as what it is."""
# run: 30
import os
import weakref
from rpython.rlib import jit

driver = jit.JitDriver(greens=['pc', 'code'], reds=['a', 'b', 'c', 'n', 'total', 'world'])


class Node(object):
    next = None


class Pair(Node):
    def __init__(self, one, two):
        self.one = one
        self.two = two


class Triple(Pair):
    def __init__(self, one, two, number):
        Pair.__init__(self, one, two)
        self.number = number


class World(object):
    def __init__(self):
        self.kept = None
        self.ref = None


def pair(a, b, n):
    if n & 3 == 0:
        return Pair(a, b)
    return Triple(b, a, n)


def run(code, n, world):
    pc = 0
    a = None
    b = Node()
    c = None
    total = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, a=a, b=b, c=c, n=n, total=total, world=world)
        op = code[pc]
        pc += 1
        if op == 'o':
            if isinstance(c, Pair):
                total += 5
                a = c.one
                if isinstance(c, Triple):
                    total += c.number
        elif op == 'p':
            c = pair(a, b, n)
        elif op == 'n':
            if total & 3 == 1:
                b = Node()
            elif total & 3 == 2:
                b = Pair(None, b)
        elif op == 'k':
            if a is not None:
                world.ref = weakref.ref(a)
                world.kept = a
        elif op == 'f':
            if world.ref is not None and world.kept is not None:
                target = world.ref()
                if target is a and a is world.kept:
                    total += 9
        else:
            n -= 1
            if n <= 0:
                return total
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, a=a, b=b, c=c, n=n, total=total, world=world)


def main(argv):
    for code in ['ofpnfk.', 'ofpfk.', 'pofnfk.', 'ofpnfkf.', 'kofnpf.']:
        for n in range(1, int(argv[1])):
            os.write(1, '%s %d\n' % (code, run(code, n, World())))
    return 0


def target(driver, args):
    return main, None
