"""One place that jumps to more others than a promotion takes: it alone leaves for the interpreter."""
# run: 300000
# holds: executed<=50000 sessions<=400 memory<=2000000 refused>=1
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc'], reds=['n', 'seed', 'total'])


def run(n):
    pc = 0
    seed = 1
    total = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, n=n, seed=seed, total=total)
        n -= 1
        if pc == 0:
            seed = (seed * 1103515245 + 12345) & 0x7fffffff
            pc = (seed >> 8) % 100
        elif pc > 90:
            total = (total * 3 + pc) & 0xffffff
            pc = 0
            driver.can_enter_jit(pc=pc, n=n, seed=seed, total=total)
        else:
            total = (total * 5 + pc) & 0xffffff
            pc += 1
    return total


def entry_point(argv):
    os.write(1, '%d\n' % run(int(argv[1])))
    return 0


def target(driver, args):
    return entry_point, None
