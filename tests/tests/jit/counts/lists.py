"""Lists that are compared item by item: those of a loop are in boxes, and some are the same list.

The second argument makes the loop compare longer lists as well, which a function does.
"""
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['longer'], reds=['n', 'total', 'first'])


class Context(object):
    def __init__(self, arguments):
        self.arguments = arguments

    def is_same(self, other):
        return self.arguments == other.arguments


def run(longer, n, first):
    total = 0
    while n > 0:
        driver.jit_merge_point(longer=longer, n=n, total=total, first=first)
        arguments = [first, n]
        if Context(arguments).is_same(Context(arguments)):
            total += 1
        if Context(arguments).is_same(Context([first + 1, n])):
            total += 10
        if Context([]).is_same(Context([])):
            total += 100
        if longer and Context([n] * 12).is_same(Context([n] * 12)):
            total += 1000
        n -= 1
    return total


def entry_point(argv):
    os.write(1, '%d\n' % run(len(argv) > 2, int(argv[1]), len(argv)))
    return 0


def target(driver, args):
    return entry_point
