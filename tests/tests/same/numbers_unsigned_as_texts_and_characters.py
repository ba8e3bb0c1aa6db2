# python2
# not-cpython: its stand-in library makes all unsigned numbers long integers, whose texts end in `L`
"""Unsigned numbers beyond the machine word: no `L` ends `hex` and `oct`, and no character has such a number."""
from rpython.rlib.rarithmetic import r_uint, r_uint32


def character(u):
    try:
        return ord(chr(u))
    except OverflowError:
        return -1
    except ValueError:
        return -2


def unicode_character(u):
    try:
        return ord(unichr(u))
    except ValueError:
        return -2
    except OverflowError:
        return -1


def entry_point(argv):
    one = r_uint(len(argv))
    for u in [one, one - 1, one * 200, one << 62, (one << 63) - 1, one << 63, ~one, one * 1000, one << 21]:
        print hex(u), oct(u), "%x %o %d" % (u, u, u), str(u)
        print character(u), unicode_character(u)
    print hex(r_uint32(len(argv))), oct(~r_uint32(len(argv))), hex(-len(argv)), oct(-len(argv))
    return 0


def target(driver, args):
    return entry_point, None
