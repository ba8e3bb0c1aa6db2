# args: 9007199254740991 9007199254740992 9007199254740993 9223372036854775807 0 1 -1 -2 -1024 -1025 -2048
# An unsigned integer and a float are compared as numbers, not as floats.
from rpython.rlib.rarithmetic import r_uint


def compare(i, f):
    print(i, i == f, i != f, i < f, i <= f, i > f, i >= f)
    print(f == i, f != i, f < i, f <= i, f > i, f >= i)


def entry_point(argv):
    floats = [9007199254740992.0, 9223372036854775808.0, 18446744073709551616.0, 18446744073709549568.0, 1e300, -1.0, 0.5, 0.0]
    floats.append(floats[4] * 1e300)
    floats.append(floats[-1] - floats[-1])
    for text in argv[1:]:
        i = r_uint(int(text))
        for f in floats:
            compare(i, f)
        print(i < 0.5, i == 2.0, i == 18446744073709551616.0)
    return 0
