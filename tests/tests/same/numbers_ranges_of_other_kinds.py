"""Bounds of ranges that are unsigned or narrow numbers; one that is no machine word raises."""
# not-cpython: the stand-in has no r_int32
from rpython.rlib.rarithmetic import r_int32, r_uint, intmask


def total(start, stop):
    result = 0
    for i in range(start, stop):
        result = result * 10 + i
    return result


def count(n):
    result = 0
    for i in range(n):
        result += i
        if i > 10:
            break
    return result


def count_small(n):
    result = 0
    for i in range(n, -1, -1):
        result = result * 10 + i
    return result


def entry_point(argv):
    n = len(argv)
    print(total(r_uint(n), r_uint(n + 3)))
    print(total(r_uint(n + 3), r_uint(n)))
    print(count(r_uint(n + 3)), count(r_uint(0)), count(r_uint(intmask(1 << 62))))
    try:
        print(count(r_uint(n) + r_uint(1 << 63)))
    except OverflowError:
        print('OverflowError')
    print(count_small(r_int32(n + 3)), count_small(r_int32(-n)))
    return 0


def target(driver, args):
    return entry_point


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
