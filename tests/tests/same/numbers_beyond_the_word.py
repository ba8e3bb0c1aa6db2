# Operations on constants are those of Python: nothing wraps around between them.
from rpython.rlib.rarithmetic import intmask, r_uint, ovfcheck, LONG_BIT

LARGEST = (1 << 63) - 1
ALL = (1 << 64) - 1


def check(n):
    try:
        return ovfcheck(LARGEST + 1)
    except OverflowError:
        return n


def entry_point(argv):
    n = len(argv)
    print(2 ** 100, 1 << 63, -(1 << 63), ALL >> 1, ALL // 3 % 1000)
    print('%d %x' % (2 ** 70, 1 << 80), str(ALL), float(2 ** 70))
    print(intmask(1 << 63), intmask(ALL), r_uint(ALL) & r_uint(n + 6), intmask(LARGEST * 31))
    print(check(n), LONG_BIT)
    if 1 << 64 == '{':
        print('never')
    print(1 << 64 == 1 << 64, 1 << 70 > 5, n == '1', n != '1', 'a' == 1.5, (n, 1) == 'a')
    h = 14695981039346656037 & LARGEST
    for c in 'hash':
        h = intmask((h ^ ord(c)) * 1099511628211)
    print(h)
    return 0
