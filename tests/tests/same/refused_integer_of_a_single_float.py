# Untranslated, single floats have no `__int__`: it is a TypeError.
# refused: E0482
from rpython.rlib.rarithmetic import r_singlefloat


def entry_point(argv):
    print(int(r_singlefloat(len(argv) * 1.5)))
    return 0
