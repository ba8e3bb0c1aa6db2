"""A tiny loop of a driver that is switched off: nothing is counted. Switched on again (with a second argument), it is at the next entry."""
# run: 3000000 on
# holds: sessions>=1 sessions<=10 entries<=10
import os
from rpython.rlib.jit import JitDriver, set_param

driver = JitDriver(greens=['k'], reds=['i', 'n', 'a'])

def run(k, n):
    i = 0
    a = 0
    while i < n:
        driver.jit_merge_point(k=k, i=i, n=n, a=a)
        a += i ^ k
        i += 1
    return a

def entry_point(argv):
    n = int(argv[1])
    set_param(driver, 'threshold', -1)
    t = run(7, n)
    if len(argv) > 2:
        set_param(driver, 'threshold', 100)
        t += run(8, n)
    os.write(1, '%d\n' % t)
    return 0

def target(driver, args):
    return entry_point
