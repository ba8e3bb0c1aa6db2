# args: 9007199254740991 9007199254740992 9007199254740993 9223372036854775807 9223372036854775806 -9223372036854775808 -9007199254740993 0 -1
# An integer and a float are compared as numbers, not as floats.


def compare(i, f):
    print(i, i == f, i != f, i < f, i <= f, i > f, i >= f)
    print(f == i, f != i, f < i, f <= i, f > i, f >= i)


def entry_point(argv):
    floats = [9007199254740992.0, 9223372036854775808.0, -9223372036854775808.0, 1e300, -1e300, 0.5]
    floats.append(floats[3] * 1e300)
    floats.append(floats[-1] - floats[-1])
    for text in argv[1:]:
        i = int(text)
        for f in floats:
            compare(i, f)
        compare(i, float(i))
        print(i < 0.5, i == 2.0, 9007199254740993 == float(i), i in (1, 2))
    return 0
