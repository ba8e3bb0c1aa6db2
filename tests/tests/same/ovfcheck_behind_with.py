# args: -3 0 1 2 4611686018427387904
# The paths that leave a `with` meet between the operation and ovfcheck(): the call speaks about both operations.
from rpython.rlib.rarithmetic import ovfcheck


class Counted(object):
    def __init__(self, swallow):
        self.swallow = swallow
        self.left = 0

    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        self.left += 1
        return self.swallow and kind is not None


def step(n):
    if n == 2:
        raise ValueError
    return n + 1


def double(n):
    with Counted(True):
        if n == 1:
            seen = step(n)
        else:
            n = step(n - 1)
    return ovfcheck(n * 2)


def entry_point(argv):
    for word in argv[1:]:
        n = int(word)
        try:
            print(double(n))
        except OverflowError:
            print('overflow')
    return 0
