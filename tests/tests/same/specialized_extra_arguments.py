# `specialize.arg` counts on through what `*args` holds: a copy for each constant there.
from rpython.rlib.objectmodel import specialize


class Left(object):
    def name(self):
        return 'left'


class Right(object):
    def name(self):
        return 'right'


@specialize.arg(1)
def make(n, cls):
    x = cls()
    return x.name() + str(n)


@specialize.arg(1)
def through(*args):
    return make(*args)


@specialize.arg(0, 2)
def named_first(word, *args):
    if word == 'number':
        return args[0] + len(make(*args))
    return word + make(*args)


@specialize.argtype(1)
def twice(n, *args):
    return args[0] + args[0]


@specialize.arg_or_var(1)
def either(*args):
    return args[1] + 1


class Maker(object):
    def __init__(self, n):
        self.n = n

    @specialize.arg(2)
    def make(self, *args):
        return make(args[0] + self.n, args[1])


def main(argv):
    n = len(argv)
    print(through(n, Left))
    print(through(n + 1, Right))
    print(named_first('text', n, Left))
    print(named_first('number', n, Right))
    print(twice(n, n + 2))
    print(twice(n, str(n)))
    print(either(n, 5))
    print(either(n, n))
    maker = Maker(10)
    print(maker.make(n, Left))
    print(maker.make(n, Right))
    return 0


def target(*args):
    return main
