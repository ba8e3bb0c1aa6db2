# Untranslated it would be `r_singlefloat(0.5)`.
# refused: E0900
from rpython.rlib.rarithmetic import r_singlefloat


def entry_point(argv):
    print('%s' % r_singlefloat(len(argv) * 0.5))
    return 0
