"""An interpreter with an empty loop, without greens: nothing of what counts or enters may be dearer than the loop."""
# run: 3000000
# holds: sessions<=10 entries>=1
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=[], reds=['i', 'n'])

def run(n):
    i = 0
    while i < n:
        driver.jit_merge_point(i=i, n=n)
        i += 1
    return i

def entry_point(argv):
    os.write(1, '%d\n' % run(int(argv[1])))
    return 0

def target(driver, args):
    return entry_point
