# refused: E0481
from rpython.rlib.jit import isconstant


def entry_point(argv):
    if isconstant():
        return 1
    return 0
