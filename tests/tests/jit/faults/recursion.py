"""A recursion that compiled code looks into: deeper than any limit of frames, and then one that overflows the stack."""
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['kind'], reds=['left', 'total'])


def depth(n):
    if n == 0:
        return 0
    return depth(n - 1) + 1


def run(kind, left):
    total = 0
    while left > 0:
        driver.jit_merge_point(kind=kind, left=left, total=total)
        total += depth(left % 300)
        left -= 1
    return total


def entry_point(argv):
    os.write(1, '%d\n' % run(1, int(argv[1])))
    try:
        depth(int(argv[2]))
        os.write(1, 'deep\n')
    except RuntimeError:
        os.write(1, 'too deep\n')
    return 0


def target(driver, args):
    return entry_point
