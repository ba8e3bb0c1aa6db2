# args:
# args: x y
# Functions that take floats elsewhere are called where others take integers: behind a star, by keyword, with defaults.
def a(*args):
    return "%f" % (args[0] + 0.5)


def b(x):
    return "%d" % (x * 2)


def c(x, y=2.5):
    return "%f" % (x * y)


def d(x, y=3):
    return "%d" % (x + y)


def pick(n):
    if n == 0:
        return a
    return b


def pick2(n):
    if n == 0:
        return c
    return d


def entry_point(argv):
    n = len(argv)
    print(a(1.5))
    print(c(1.5), c(2.5, y=0.5))
    for i in range(2):
        print(pick(i)(n))
        print(pick2(i)(n))
        print(pick2(i)(n, y=n + 4))
    return 0
