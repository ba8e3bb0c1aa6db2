# not-cpython: its stand-in library has no single floats
# Single floats as constants: of variables, attributes, items.
from rpython.rlib.rarithmetic import r_singlefloat

X = r_singlefloat(1.5)
TENTH = r_singlefloat(0.1)


class Cell(object):
    pass


cell = Cell()
cell.value = X
ALL = [X, TENTH]


def entry_point(argv):
    y = X if len(argv) > 1 else r_singlefloat(2.5)
    print(float(X), float(y), float(cell.value), float(TENTH), float(ALL[len(argv)]))
    cell.value = TENTH
    print(float(cell.value), cell.value == TENTH, cell.value == X)
    # What single floats cannot hold is infinity, as a machine converts it.
    for text in ["1e39", "-1e39", "3.4028235e38", "3.4028236e38"]:
        print(float(r_singlefloat(float(text))))
    return 0
