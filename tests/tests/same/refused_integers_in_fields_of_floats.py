# refused: E0471
"""A low-level field or item of floats takes floats only."""
from rpython.rtyper.lltypesystem import lltype

FLOATS = lltype.GcArray(lltype.Float)


def entry_point(argv):
    a = lltype.malloc(FLOATS, 2)
    a[0] = len(argv)
    print(a[0])
    return 0


def target(driver, args):
    return entry_point, None
