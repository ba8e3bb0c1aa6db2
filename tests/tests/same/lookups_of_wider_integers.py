# translated: 11111111
# not-cpython: its stand-in library has other integers
# An integer that the keys or items cannot hold raises OverflowError where it is looked for, which handlers see.
from rpython.rlib.rarithmetic import r_int32


def looked_up(case, n):
    d = {r_int32(0): "zero", r_int32(5): "five"}
    l = [r_int32(0), r_int32(5)]
    pairs = {(r_int32(0), 1): "pair"}
    try:
        if case == 0:
            d.get(n, "none")
        elif case == 1:
            l.count(n)
        elif case == 2:
            l.index(n)
        elif case == 3:
            n in l
        elif case == 4:
            n in d
        elif case == 5:
            d[n]
        elif case == 6:
            d.pop(n, "none")
        else:
            pairs.get((n, 1), "none")
    except OverflowError:
        return "1"
    except (ValueError, KeyError):
        return "0"
    return "0"


def entry_point(argv):
    print("".join([looked_up(i, 4294967296 + len(argv)) for i in range(8)]))
    return 0


def target(driver, args):
    return entry_point, None
