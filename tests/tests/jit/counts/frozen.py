"""A table that does not change, chosen by the data: what is read of it is known where the choice is."""
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, hint

driver = JitDriver(greens=['kind'], reds=['n', 'total', 'scratch'])


class Table(object):
    def __init__(self, scale, items):
        self.scale = scale
        self.items = items


USUAL = Table(3, [1, 2, 3])
RARE = Table(5, [7, 8, 9])


@dont_look_inside
def write(scratch, n):
    """Tables may change, as far as types tell."""
    scratch.scale = n
    scratch.items[0] = n


def run(kind, n, scratch):
    total = 0
    while n > 0:
        driver.jit_merge_point(kind=kind, n=n, total=total, scratch=scratch)
        table = USUAL
        if n % 4096 == 77:
            table = RARE
        table = hint(table, deepfreeze=True)
        total += table.scale * table.items[1]
        write(scratch, n)
        n -= 1
    return total


def entry_point(argv):
    scratch = Table(0, [0, 0])
    os.write(1, '%d %d\n' % (run(1, int(argv[1]), scratch), scratch.scale))
    return 0


def target(driver, args):
    return entry_point, None
