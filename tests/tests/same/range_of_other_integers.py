# python2
"""Bounds of `range` may be integers of other kinds: they are taken as machine integers, or raise OverflowError."""
from rpython.rlib.rarithmetic import r_uint, r_int32, r_longlong


def count(n):
    total = 0
    for i in range(n):
        total += i + 1
    return total


def unsigned(n):
    total = 0
    for i in xrange(r_uint(2), r_uint(n) & 15, r_uint(3)):
        total = total * 10 + i - 5
    return total


def length(n):
    try:
        return len(range(r_uint(n), r_uint(n) + 2))
    except OverflowError:
        return -1


def entry_point(argv):
    n = len(argv)
    print count(n + 3), count(0)
    print unsigned(n + 10)
    print len(range(r_int32(-n), r_int32(5))), range(r_int32(n))[0]
    print length(7), length(-n), length(-1)
    big = [x for x in range(r_longlong(n), r_longlong(n) + 4)]
    print len(big), big[3]
    return 0


def target(driver, args):
    return entry_point, None
