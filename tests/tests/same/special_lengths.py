# The results of `__len__`, `__nonzero__` and `__int__` are what Python makes of them: a negative length is a ValueError, a
# boolean is an integer where one is asked for.
class Sized(object):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n


class Flag(object):
    def __init__(self, n):
        self.n = n

    def __bool__(self):
        return self.n > 2

    __nonzero__ = __bool__

    def __len__(self):
        return 7

    def __int__(self):
        return self.n > 3


def length(n):
    try:
        return len(Sized(n))
    except ValueError:
        return -100


def truth(n):
    try:
        return 1 if Sized(n) else 0
    except ValueError:
        return -100


def entry_point(argv):
    for n in range(-2, 5):
        print(length(n))
        print("%d %d" % (1 if Flag(n) else 0, int(Flag(n))))
        print(len(Flag(n)))
        print(truth(n))
    return 0


def target(*args):
    return entry_point, None
