"""A promotion of a value that is another one in each turn, in the portal itself: given up, not executed over and over."""
# run: 300000
# holds: executed<=3000 sessions<=80 memory<=2000000 refused>=1
import os
from rpython.rlib.jit import JitDriver, promote

driver = JitDriver(greens=['k'], reds=['i', 'n', 'a'])

def run(k, n):
    i = 0
    a = 0
    while i < n:
        driver.jit_merge_point(k=k, i=i, n=n, a=a)
        x = promote(i)
        a += x ^ k
        i += 1
    return a

def entry_point(argv):
    os.write(1, '%d\n' % run(7, int(argv[1])))
    return 0

def target(driver, args):
    return entry_point
