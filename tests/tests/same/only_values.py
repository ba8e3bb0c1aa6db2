"""Functions, classes and prebuilt objects that are the only value of each method, item or variable, where they meet others."""
import os


class P(object):
    pass


class Q(P):
    pass


class F(object):
    def __init__(self, n):
        self.n = n

    def _freeze_(self):
        return True

    def get(self):
        return self.n


f1 = F(1)
f2 = F(2)


def fn1(x):
    return x + 10


def fn2(x):
    return x + 20


def never1(x):
    return x


def never2(x):
    return x


class A(object):
    def function(self):
        return fn1

    def uncalled(self):
        return never1

    def cls(self):
        return P

    def frozen(self):
        return f1

    def maybe(self):
        return fn1

    def pair(self, n):
        return (fn1, n)


class B(A):
    def function(self):
        return fn2

    def uncalled(self):
        return never2

    def cls(self):
        return Q

    def frozen(self):
        return f2

    def maybe(self):
        return None

    def pair(self, n):
        return (fn2, n)


def pair(n):
    if n > 1:
        t = (fn1, n + 1)
    else:
        t = (fn2, n + 2)
    return t


def nested(n):
    t = ((fn1, P), n)
    if n > 1:
        t = ((fn2, Q), n + 2)
    return t


def optional(n):
    t = (fn1, None)
    if n > 1:
        t = (None, Q)
    return t


def entry_point(argv):
    for n in range(4):
        o = A() if n % 2 == 0 else B()
        os.write(1, '%d %s %s %d %s\n' % (
            o.function()(n), str(o.uncalled() is None), str(o.cls() is P), o.frozen().n, str(o.frozen() is f1)))
        os.write(1, '%s %s %d\n' % (str(o.uncalled() is never1), str(isinstance(o.cls()(), Q)), o.frozen().get()))
        m = o.maybe()
        os.write(1, 'none\n' if m is None else '%d\n' % m(n))
        f, k = o.pair(n)
        os.write(1, '%d %s\n' % (f(k), str(f is fn1)))
        f, k = pair(n)
        os.write(1, '%d %s\n' % (f(k), str(f is fn1)))
        (f, c), k = nested(n)
        os.write(1, '%d %s %s\n' % (f(k), str(f is fn2), str(c is P)))
        f, c = optional(n)
        os.write(1, '%s %s %s %s\n' % (str(f is None), str(c is None), str(f is fn1), str(c is Q)))
        pairs = [(fn2, 7)]
        pairs.append((fn1, n))
        for f, k in pairs:
            os.write(1, '%d ' % f(k))
        d = {1: (P, fn1)}
        d[n + 2] = (Q, fn2)
        os.write(1, '%s %s %d\n' % (str(d[1][0] is P), str(d[n + 2][0] is Q), d[n + 2][1](n)))
    return 0


def target(*args):
    return entry_point
