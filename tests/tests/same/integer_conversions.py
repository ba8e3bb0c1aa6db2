# A signed integer type raises for a number that it does not hold; the masks and unsigned types take the low bits.
# not-cpython: its stand-in library has no signed types of integers
from rpython.rlib.rarithmetic import (
    intmask, longlongmask, r_int, r_int8, r_int16, r_int32, r_longlong, r_uint, r_uint8, r_uint32, widen)


def from_signed(n):
    try:
        print(intmask(r_int8(n)))
    except OverflowError:
        print('no r_int8')
    try:
        print(intmask(r_int16(n)))
    except OverflowError:
        print('no r_int16')
    try:
        print(intmask(r_int32(n)))
    except OverflowError:
        print('no r_int32')
    print(widen(r_uint8(n)), widen(r_uint32(n)))


def from_unsigned(u):
    if intmask(u) >= 0:
        print(int(u))
    try:
        print(intmask(r_longlong(u)))
    except OverflowError:
        print('no r_longlong')
    try:
        print(intmask(r_int(u)))
    except OverflowError:
        print('no r_int')
    try:
        print(intmask(r_int32(u)))
    except OverflowError:
        print('no r_int32')
    print(intmask(u), longlongmask(u), int(r_uint8(u)))


def from_narrow(n):
    u = r_uint32(n)
    print(int(u), intmask(r_int(u)))
    try:
        print(intmask(r_int32(u)))
    except OverflowError:
        print('no r_int32')
    try:
        print(intmask(r_int8(r_int16(n & 0xff))))
    except OverflowError:
        print('no r_int8')


def from_float(x):
    try:
        print(intmask(r_int(x)))
    except OverflowError:
        print('no r_int')
    except ValueError:
        print('no number')
    try:
        print(intmask(r_uint(x)))
    except OverflowError:
        print('no r_uint')
    except ValueError:
        print('no number')


def main(argv):
    # Not known while translating.
    one = len(argv)
    for n in [0, 1, -1, 127, 128, -128, -129, 32767, 32768, -32769, 2147483647, 2147483648, -2147483649]:
        from_signed(n * one)
        from_narrow(n * one)
        from_unsigned(r_uint(n * one))
    huge = r_uint(1) << (62 + one)
    from_unsigned(huge)
    from_unsigned(huge - r_uint(1))
    for x in [0.0, -0.5, 5.5, -5.5, 1e18, 9.3e18, 1.8e19, -9.2e18]:
        from_float(x * one)
    inf = 1e300 * 1e300 * one
    from_float(inf)
    from_float(inf - inf)
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    sys.exit(main(sys.argv))
