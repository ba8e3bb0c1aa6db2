# Untranslated, single floats have no order, be they items of tuples in tuples: it is a TypeError.
# refused: E0441
from rpython.rlib.rarithmetic import r_singlefloat


def entry_point(argv):
    x, y = r_singlefloat(len(argv) * 1.5), r_singlefloat(len(argv) * 2.5)
    print((1, (x, 2)) < (len(argv), (y, 1)))
    print((x, 1) >= (y, 2))
    return 0
