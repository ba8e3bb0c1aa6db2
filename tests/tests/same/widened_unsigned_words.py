# not-cpython: it is Python 2
# python2
# What `widen` gives: words without a sign stay such.
from rpython.rlib.rarithmetic import r_uint, widen, r_ulonglong
from rpython.rlib.rbigint import rbigint
def entry_point(argv):
    x = widen(r_uint(0) - r_uint(len(argv)))
    print isinstance(x, int), isinstance(x, r_uint), x > r_uint(5)
    y = widen(r_ulonglong(len(argv)))
    print isinstance(y, int)
    if isinstance(x, int): print 'int'
    if not isinstance(x, int): print rbigint.fromrarith_int(x).str()
    return 0


def target(*args):
    return entry_point, None
