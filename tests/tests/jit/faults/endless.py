"""A loop whose tests are all green, and which takes very many turns: the generator must not run to its end."""
import os
from rpython.rlib.jit import JitDriver, hint, unroll_safe

driver = JitDriver(greens=['size'], reds=['left', 'total'])


@unroll_safe
def spin(size, x):
    i = 0
    while i < size:
        x = (x + i) & 0xffffff
        i += 1
    return x


def run(size, left):
    total = 1
    while left > 0:
        driver.jit_merge_point(size=size, left=left, total=total)
        total = spin(size, total)
        left -= 1
    return total


def entry_point(argv):
    os.write(1, '%d\n' % run(int(argv[1]), int(argv[2])))
    return 0


def target(driver, args):
    return entry_point
