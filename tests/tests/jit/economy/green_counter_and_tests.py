"""A loop counter that is declared green, with tests of red values in the loop: the ways multiply, and each piece of code
is short. What is far from an entry waits for the more arrivals here, too."""
# run: 100000 60
# holds: sessions<=4000 memory<=8000000
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['i', 'n'], reds=['a', 'b'])

def run(n, a):
    i = 0
    b = 0
    while i < n:
        driver.jit_merge_point(i=i, n=n, a=a, b=b)
        a = (a * 5 + i) & 0xffff
        if a & 64:
            b += 1
        else:
            b ^= a
        i += 1
    return b

def entry_point(argv):
    t = 0
    for j in range(int(argv[2])):
        t += run(int(argv[1]), j) & 0xff
    os.write(1, '%d\n' % t)
    return 0

def target(driver, args):
    return entry_point
