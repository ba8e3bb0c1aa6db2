"""A loop counter that is declared green. How many sessions there is time for depends on the machine; a session needs
135 kB, and the budget of memory, 24 MB and a sixth of the heap, ends them."""
# run: 300000 40
# holds: sessions<=300 memory<=36000000
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
