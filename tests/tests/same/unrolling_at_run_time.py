# `unrolling_iterable` of what is known at run time only is a sequence like others.
# python2
from rpython.rlib.unroll import unrolling_iterable

NAMES = {'a': 1, 'b': 2}


def find(c):
    total = 0
    for name in unrolling_iterable(NAMES.keys()):
        if name == c:
            total += NAMES[name]
    for name in unrolling_iterable(['b', c]):
        total += 10 * len(name)
    return total


def entry_point(argv):
    print find('a'), find('b'), find('c' * len(argv))
    return 0


def target(driver, args):
    return entry_point, None
