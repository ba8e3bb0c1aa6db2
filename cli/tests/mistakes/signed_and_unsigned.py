# E0410, 0: intmask
from rpython.rlib.rarithmetic import r_uint

def entry_point(argv):
    x = r_uint(len(argv))
    return int(x + (len(argv) - 5))
