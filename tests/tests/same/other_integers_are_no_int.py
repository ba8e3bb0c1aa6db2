# not-cpython: its stand-in library has other integers
# `isinstance(x, int)` of integers of another kind than the machine word.
from rpython.rlib.rarithmetic import (
    base_int, int_force_ge_zero, ovfcheck, r_int, r_int32, r_longlong, r_uint, r_uint32)

WHILE_IMPORTING = (isinstance(r_uint(1), int), isinstance(r_int32(1), int), isinstance(r_int(1), int),
                   issubclass(r_uint, int), issubclass(r_int, int))


def entry_point(argv):
    n = len(argv)
    for x in WHILE_IMPORTING:
        print(x)
    print(isinstance(r_uint(n), int), isinstance(r_int32(n), int), isinstance(r_uint32(n), int))
    print(isinstance(r_int(n), int), isinstance(r_longlong(n), int), isinstance(n, int))
    print(isinstance(r_uint(n), r_uint), isinstance(r_uint(n), base_int), issubclass(r_uint, int))
    print(-1 >> r_uint(0), -n >> r_uint(0), 1 << r_uint(3), n << r_int32(2), r_uint(n) << 3)
    print(ovfcheck(-r_longlong(1)), ovfcheck(-r_longlong(n)), int_force_ge_zero(-n), int_force_ge_zero(n))
    return 0


def target(driver, args):
    return entry_point, None
