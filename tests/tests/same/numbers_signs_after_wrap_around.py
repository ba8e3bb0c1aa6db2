# args: abcdefghijklmnop abcdefghijklmnopq zyx -9223372036854775808
# What wrapped around has the machine's sign: in comparisons with zero, division, modulo and shifts.
from rpython.rlib.rarithmetic import intmask, r_uint, r_longlong


def hash_of(text):
    h = 0
    for c in text:
        h = intmask(h * 1000003 ^ ord(c))
    return h


def buckets(h, n):
    table = [0] * 64
    table[h % 64] += 1
    table[h & 63] += 1
    table[h % n] += 1
    return h % 64, h // 64, h % n, h // n, h >> 60, table[h % 64]


def entry_point(argv):
    for text in argv[1:]:
        h = hash_of(text)
        print(h, h < 0, h >= 0, 0 > h, 0 <= h)
        print(buckets(h, len(argv)))
        print(intmask(r_uint(h) + r_uint(1)) < 0, r_longlong(h) < 0)
    least = int(argv[-1])
    a = intmask(abs(least))
    print(a, a < 0, a % 10, a // 10, a >> 1)
    b = intmask(-least)
    print(b, b < 0, b % 7)
    c = intmask(len(argv) * 4611686018427387904)
    print(c, c < 0, c % 3, c // 3)
    for i in range(len(argv)):
        if i < 0 or i % 2 < 0:
            print('never')
    return 0
