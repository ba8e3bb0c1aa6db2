# run:
# The compiler calls elidable functions ahead of the program, behind guesses: with arguments that the program never calls
# them with, and that would end it.
from rpython.rlib.debug import fatalerror
from rpython.rlib.jit import JitDriver, elidable, promote, unroll_safe


class Name(object):
    def __init__(self, number):
        self.number = number


class Map(object):
    def __init__(self, n):
        self.numbers = [j * 7 for j in range(n)]
        self.names = [None] * 40
        self.table = {}
        for j in range(n):
            self.names[j] = Name(j)
            self.table[j] = j * 3
        self.size = n

    @elidable
    def number_at(self, i):
        return self.numbers[i]

    @elidable
    def name_at(self, i):
        return self.names[i].number

    @elidable
    def found(self, i):
        return self.table[i]

    @elidable
    def left(self, i):
        return 1000 // (self.size - i)

    @elidable
    def checked(self, i):
        if i >= self.size:
            fatalerror("never called so")
        return i

    @elidable
    def deep(self, i):
        return self.number_at(i) + self.left(i) + self.deeper(i, i)

    def deeper(self, i, n):
        if n > 0:
            return self.deeper(i, n - 1) + 1
        return self.names[i].number


class Obj(object):
    def __init__(self, n):
        self.map = Map(n)
        self.values = [j + 1 for j in range(n)]


driver = JitDriver(greens=['kind'], reds=['n', 'total', 'o'])


@unroll_safe
def visit(o, kind):
    total = 0
    map = promote(o.map)
    for i in range(len(o.values)):
        if kind == 0:
            x = map.number_at(i)
        elif kind == 1:
            x = map.name_at(i)
        elif kind == 2:
            x = map.found(i)
        elif kind == 3:
            x = map.left(i)
        elif kind == 4:
            x = map.checked(i)
        else:
            x = map.deep(i)
        total += o.values[i] * x
    return total


def run(kind, n, o):
    total = 0
    while n > 0:
        driver.jit_merge_point(kind=kind, n=n, total=total, o=o)
        total += visit(o, kind)
        n -= 1
    return total


def entry_point(argv):
    for kind in range(6):
        for k in range(20, 0, -3):
            print(run(kind, 50, Obj(k)))
    return 0


def target(d, a): return entry_point, None
