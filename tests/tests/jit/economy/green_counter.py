"""A loop counter that is declared green: nearly all code runs straight on, and what is far from an entry waits for the
more arrivals. No budget is needed to end it."""
# run: 300000 40
# holds: sessions<=60 memory<=8000000
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['i', 'n'], reds=['a'])

def run(n):
    i = 0
    a = 0
    while i < n:
        driver.jit_merge_point(i=i, n=n, a=a)
        a = (a * 3 + i) & 0xffff
        i += 1
    return a

def entry_point(argv):
    t = 0
    for j in range(int(argv[2])):
        t += run(int(argv[1]))
    os.write(1, '%d\n' % t)
    return 0

def target(driver, args):
    return entry_point
