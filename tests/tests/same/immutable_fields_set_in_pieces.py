# Fields declared immutable that constructors set in pieces: a default, then a value, by themselves or by a method, with calls in between
# that read; and objects that a loop with a JIT finishes, which residual code does as well.
# args: 60
from rpython.rlib.jit import JitDriver, dont_look_inside


class Log(object):
    def __init__(self):
        self.items = []

    def add(self, x):
        self.items.append(x)


log = Log()


class Base(object):
    _immutable_fields_ = ['n', 'm']
    n = 1

    def __init__(self, n):
        self.m = 2
        look(self)
        self.set_up(n)
        look(self)
        self.m = n * 3

    def set_up(self, n):
        for i in range(3):
            log.add(n + i)
        self.n = n
        for i in range(3):
            log.add(n - i)


class Early(Base):
    def __init__(self, n):
        first = self.n
        self.m = first
        self.set_up(n)
        second = self.n
        look(self)
        self.m = first * 100 + second


@dont_look_inside
def look(x):
    for i in range(2):
        log.add(x.n * 10)
        log.add(x.m * 10 + i)


class Own(object):
    _immutable_fields_ = ['a', 'b']

    def __init__(self, a):
        self.a = a
        note(self)
        self.b = self.a + 1
        note(self)


@dont_look_inside
def note(x):
    for i in range(2):
        log.add(x.a + i)


def own(n):
    total = 0
    kept = Own(n)
    for i in range(n):
        x = Own(i)
        if i % 3 == 0:
            kept = x
        note(kept)
        total = total * 3 + x.a + x.b * 2 + kept.a * 5 + kept.b * 7
        total = total % 1000003
    return total


driver = JitDriver(greens=['code'], reds=['i', 'n', 'total', 'x'])


class Piece(object):
    _immutable_fields_ = ['size', 'code']

    def __init__(self, code):
        self.code = code
        self.size = 0


def finish(code, n):
    x = Piece(code)
    i = 0
    total = 0
    while i < n:
        driver.jit_merge_point(code=code, i=i, n=n, total=total, x=x)
        total = (total * 5 + x.size + x.code) % 1000003
        if i % 11 == 5:
            x = Piece(code + i)
            note_piece(x)
            x.size = x.code + 1
        note_piece(x)
        i += 1
    return total * 1000 + x.size


@dont_look_inside
def note_piece(x):
    log.add(x.size + x.code)


def entry_point(argv):
    n = int(argv[1])
    b = Base(n)
    print(b.n, b.m)
    e = Early(n)
    print(e.n, e.m)
    print(own(n))
    for code in range(3):
        print(finish(code, n * (code + 1)))
    total = 0
    for x in log.items:
        total = (total * 3 + x) % 1000003
    print(len(log.items), total)
    return 0
