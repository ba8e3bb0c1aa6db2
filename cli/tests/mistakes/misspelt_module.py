# E0201, 0: did you mean `rpython.rlib.rarithmetic`?
from rpython.rlib.rarithmetik import intmask

def entry_point(argv):
    return 0
