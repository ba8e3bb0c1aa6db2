# args:
# args: a b
# Methods of numbers that are specialised by what they are passed, behind a base class's method that is not, and is
# called where integers are passed and where floats are.
from rpython.rlib.objectmodel import specialize


class Operation(object):
    def one(self, x):
        raise NotImplementedError

    def two(self, x, y):
        raise NotImplementedError

    def apply(self, x, y):
        return str(self.two(x, y)) + " " + str(self.one(x))

    def apply_floats(self, x, y):
        return str(self.two(x, y)) + " " + str(self.one(x))


class Add(Operation):
    @specialize.argtype(1)
    def one(self, x):
        return x

    @specialize.argtype(1)
    def two(self, x, y):
        return x + y


class Subtract(Operation):
    @specialize.argtype(1)
    def one(self, x):
        return -x

    @specialize.argtype(1)
    def two(self, x, y):
        return x - y


class Mean(Operation):
    """Its methods are not specialised, and take integers where those of others do."""
    def one(self, x):
        return 1

    def two(self, x, y):
        return 7


class Unfinished(Operation):
    pass


class Pair(object):
    """What is passed by keyword, and by position."""
    def scaled(self, by, offset):
        return "nothing"


class Small(Pair):
    def scaled(self, by, offset):
        return "%d" % (by * 2 + offset)


class Large(Pair):
    def scaled(self, by, offset):
        return "%s" % (by * 2.5 + offset > 4.0)


def scaled(p, n):
    return p.scaled(n, offset=n)


def entry_point(argv):
    n = len(argv)
    for o in [Add(), Subtract(), Unfinished()]:
        if not isinstance(o, Unfinished):
            print(o.apply(n, 2))
            print(o.apply_floats(n * 0.5, 0.25))
    print(Mean().apply(n, 3))
    print(Large().scaled(n * 0.25, offset=0.5))
    for p in [Small(), Large(), Pair()]:
        print(scaled(p, n))
    return 0
