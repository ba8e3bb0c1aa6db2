# Functions that are values and never called share variables with functions that are: each is one value wherever it is held.


class Holder(object):
    def __init__(self, f):
        self.f = f


def never(x):
    pass


def zero(x):
    return 0


def one(x):
    Holder(never)
    return 1


def also_never(x):
    return x


def pick(n):
    if n > 3:
        return zero
    return never


def called(n):
    if n > 3:
        return zero
    return one


def loop(f, n):
    for i in range(f(3) & 3, 9):
        n += i
    return n


class Setter(Holder):
    def set(self):
        self.f = zero


def entry_point(argv):
    n = len(argv)
    a = Holder(never)
    b = Holder(None)
    c = Setter(None)
    d = Holder(also_never)
    print(a.f is never, a.f is zero, b.f is None, b.f is never, d.f is never, d.f is also_never)
    c.set()
    print(c.f is zero, c.f is a.f, a.f is Holder(never).f)
    g = pick(n)
    print(g is never, g is zero, g is a.f, g is c.f)
    g = pick(n + 3)
    print(g is never, g is zero, g is a.f, g is c.f)
    h = called(n + 3)
    print(h is zero, h is g, h is c.f)
    print(loop(called(n), 1), loop(called(n + 3), 1))
    held = [never, None, zero, also_never]
    print([x is a.f for x in held][0], [x is c.f for x in held][2], held[3] is d.f)
    return 0
