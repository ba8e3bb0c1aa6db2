"""Greens that grow without bound: each turn of the loop is a place of its own."""
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['turn'], reds=['left', 'total'])


def run(left):
    turn = 0
    total = 0
    while left > 0:
        driver.jit_merge_point(turn=turn, left=left, total=total)
        total = (total * 3 + turn) % 1000003
        turn += 1
        left -= 1
    return total


def entry_point(argv):
    os.write(1, '%d\n' % run(int(argv[1])))
    return 0


def target(driver, args):
    return entry_point
