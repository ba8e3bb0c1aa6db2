# Endless recursion is a RuntimeError wherever it is caught: around the call, in a caller, in the function itself; of
# methods, of functions that call each other, of functions that return nothing, texts or floats.
# not-low-level: the depth of the stack is that of the machine
import os


class A(object):
    def run(self, n):
        return self.step(n) + 1

    def step(self, n):
        return 0


class B(A):
    def step(self, n):
        return self.run(n + 1)


class C(A):
    def step(self, n):
        try:
            return self.run(n + 1)
        finally:
            COUNTER.count += 1


class Counter(object):
    count = 0


COUNTER = Counter()


def in_a_loop(n):
    total = 0
    i = 0
    while i < 2:
        total += loops_back(n + i)
        i += 1
    return total


def loops_back(n):
    if n == 123456789:
        return 1
    return in_a_loop(n + 1)


def caught_inside(n):
    try:
        return caught_inside(n + 1)
    except RuntimeError:
        return n


def nothing(n):
    no_more(n)


def no_more(n):
    COUNTER.count += 1
    nothing(n)


def texts(n):
    return texts(n) + 'x'


def floats(x):
    return floats(x + 1.0) * 2.0


def at_the_end(n):
    return at_the_end(n + 1)


def entry_point(argv):
    n = 0
    try:
        B().run(1)
    except RuntimeError:
        n += 1
    try:
        C().run(1)
    except RuntimeError:
        n += 10
    try:
        in_a_loop(1)
    except RuntimeError:
        n += 1000
    if caught_inside(1) > 100:
        n += 10000
    try:
        nothing(1)
    except RuntimeError:
        n += 100000
    try:
        texts(1)
    except RuntimeError:
        n += 1000000
    try:
        floats(1.0)
    except RuntimeError:
        n += 10000000
    try:
        at_the_end(1)
    except RuntimeError:
        n += 100000000
    os.write(1, b'%d %d\n' % (n, int(COUNTER.count > 100)))
    return 0


def target(driver, args):
    return entry_point, None
