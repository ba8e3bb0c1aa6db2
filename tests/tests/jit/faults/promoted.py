"""A promotion of a value that is another one at every turn."""
import os
from rpython.rlib.jit import JitDriver, promote

driver = JitDriver(greens=['step'], reds=['left', 'total'])


def scale(total, left):
    factor = promote(left)
    if factor & 1:
        return (total + factor) % 1000003
    return (total * 5 + factor) % 1000003


def run(step, left):
    total = 1
    while left > 0:
        driver.jit_merge_point(step=step, left=left, total=total)
        total = scale(total, left)
        left -= step
    return total


def entry_point(argv):
    os.write(1, '%d\n' % run(1, int(argv[1])))
    return 0


def target(driver, args):
    return entry_point
