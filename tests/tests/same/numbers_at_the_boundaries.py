# args: -9223372036854775808 -9223372036854775807 -4611686018427387904 -1000003 -64 -2 -1 0 1 2 7 63 64 65 4294967296 9223372036854775806 9223372036854775807
# Every operation of two machine words, at the numbers where rules about them break.
from rpython.rlib.rarithmetic import intmask, r_uint, ovfcheck


def plain(a, b):
    print(intmask(a + b), intmask(a - b), intmask(a * b), a & b, a | b, a ^ b)
    print(a < b, a <= b, a == b, a != b, a > b, a >= b, min(a, b), max(a, b))
    u, v = r_uint(a), r_uint(b)
    print(u + v, u - v, u * v, u & v, u | v, u ^ v, u < v, u >= v, u == v)


def divide(a, b):
    try:
        print(intmask(a // b), a % b)
    except ZeroDivisionError:
        print('zero')
    try:
        q, r = divmod(a, b)
        print(intmask(q), r)
    except ZeroDivisionError:
        print('zero')
    try:
        print(r_uint(a) // r_uint(b), r_uint(a) % r_uint(b))
    except ZeroDivisionError:
        print('zero')


def checked(a, b):
    try:
        print(ovfcheck(a + b))
    except OverflowError:
        print('add')
    try:
        print(ovfcheck(a - b))
    except OverflowError:
        print('sub')
    try:
        print(ovfcheck(a * b))
    except OverflowError:
        print('mul')
    try:
        print(ovfcheck(a // b))
    except OverflowError:
        print('div')
    except ZeroDivisionError:
        print('zero')


def shifted(a, n):
    try:
        print(intmask(a << n), a >> n)
    except ValueError:
        print('negative')
    try:
        print(ovfcheck(a << n))
    except OverflowError:
        print('shift')
    except ValueError:
        print('negative')
    if 0 <= n < 64:
        print(r_uint(a) << n, r_uint(a) >> n)


def by_constants(a):
    print(a % 1, a % 2, a % 7, a % 64, a % -1, a % -7, a % 9223372036854775807, a % -9223372036854775808)
    print(a // 1, a // 2, a // 7, a // 64, intmask(a // -1), a // -7, a // 9223372036854775807, a // -9223372036854775808)
    print(a >> 0, a >> 1, a >> 63, intmask(a << 1), intmask(a << 63), intmask(a * 8), intmask(a * -1))
    print(a < 0, a <= -1, a > -1, a >= 0, a == 0, a < 1, a > 9223372036854775806, a <= -9223372036854775808)
    print(intmask(-a), ~a, intmask(abs(a)), abs(a & 255), a & -a if a != -9223372036854775808 else 0)
    m = a & 0x7fffffff
    print(m, m < 0, m % 64, m // 3, m >> 3, m * 2, abs(m), (a >> 1) & 0xff)
    if a >= 0:
        print(a % 10, a // 10, a >> 2)
    if -5 < a < 100:
        print(a + 1, a * 3 - 1, (a + 7) % 4)


def entry_point(argv):
    numbers = [int(text) for text in argv[1:]]
    for a in numbers:
        for b in numbers:
            plain(a, b)
            divide(a, b)
            checked(a, b)
        for n in [-1, 0, 1, 31, 62, 63, 64, 70]:
            shifted(a, n)
        by_constants(a)
    return 0
