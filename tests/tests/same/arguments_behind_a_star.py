# Functions and methods of Python's own that are called with `*` get the items of the tuple.
from rpython.rlib.rarithmetic import intmask, r_uint


def entry_point(argv):
    n = len(argv)
    one = (n,)
    two = (n, 7)
    print(str(*one), float(*one), intmask(*one), r_uint(*one))
    print(min(*two), max(3, *two), [i for i in range(*two)])
    numbers = [1, 2]
    numbers.append(*one)
    numbers.insert(*two)
    table = {1: 3}
    print(numbers, table.get(*two), table.setdefault(*two), "1b1".replace(*(str(n), "z")))
    print("x".join(*(["a", "b"],)), [a + b for a, b in zip(*([3, 1], [4, 5]))])
    for i, x in enumerate(*([3, 1],)):
        print(i, x)
    return 0


def target(driver, args):
    return entry_point, None
