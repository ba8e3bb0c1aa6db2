# run:
# The compiler calls elidable functions ahead of the program, behind guesses: with arguments that the program never calls
# them with, for which they would not end.
from rpython.rlib.jit import JitDriver, elidable, promote, unroll_safe


class Map(object):
    _immutable_fields_ = ['size']

    def __init__(self, n):
        self.size = n
        self.next = [(j * 5 + 3) % (n + 1) for j in range(n + 1)]

    @elidable
    def distance(self, i):
        steps = 0
        while i != self.size:
            i += 1
            steps += 1
        return steps

    @elidable
    def halvings(self, i):
        return self.count(float(self.size - i), 0)

    def count(self, x, n):
        while x != 0.5:
            x = x / 2.0 if x > 0.6 or x < 0.0 else 0.5
            n += 1
            if n > 10 and x < 0.0:
                n -= 1
        return n

    @elidable
    def turns(self, i):
        at = i
        n = 0
        while at < self.size and n < 5:
            at = self.step(at)
            n += 1
        while at > self.size:
            at = self.step(at)
        return n

    @elidable
    def chain(self, i):
        links = []
        while len(links) != self.size - i:
            links.append(self.step(i) if i <= self.size else i)
            if i > self.size and len(links) > 1000:
                links = []
        return len(links)

    def step(self, at):
        if at > self.size:
            return at
        return self.next[at]


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
            x = map.distance(i)
        elif kind == 1:
            x = map.halvings(i)
        elif kind == 2:
            x = map.turns(i)
        else:
            x = map.chain(i)
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
    for kind in range(4):
        for k in range(20, 0, -3):
            print(run(kind, 50, Obj(k)))
    return 0


def target(d, a): return entry_point, None
