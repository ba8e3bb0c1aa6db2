# not-in-process: `genext soundness` takes low-level types that functions make for different ones
# not-cpython: the stand-in library has no low-level types
"""Low-level types that are made where they are compared are equal if they have the same structure."""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import r_uint
from rpython.rtyper.lltypesystem import lltype

D = lltype.GcStruct('D', ('y', lltype.Signed))
E = lltype.GcStruct('E', ('y', lltype.Signed))
SAME_AS_E = lltype.GcStruct('E', ('y', lltype.Signed))
POINTER = lltype.Ptr(D)


@specialize.argtype(0)
def kind(x):
    if lltype.typeOf(x) == lltype.Ptr(D):
        return 'D'
    if lltype.typeOf(x) == lltype.Ptr(E):
        return 'E'
    if lltype.typeOf(x) != lltype.Signed:
        return 'no integer'
    return 'integer'


def entry_point(argv):
    n = len(argv)
    d = lltype.malloc(D)
    T = lltype.typeOf(d)
    print(T == lltype.Ptr(D), T == POINTER, T != POINTER, T == lltype.Ptr(E), T != lltype.Ptr(E))
    print(T.TO == D, E == SAME_AS_E, E is SAME_AS_E, lltype.Ptr(E) == lltype.Ptr(SAME_AS_E))
    print(T in (POINTER, lltype.Signed), T not in (lltype.Signed, POINTER), T in (lltype.Signed, lltype.Ptr(E)))
    print(lltype.typeOf('a') == lltype.Char, lltype.typeOf(r_uint(n)) == lltype.Unsigned)
    print(kind(d), kind(lltype.malloc(SAME_AS_E)), kind('a'), kind(n))
    some = D if n > 1 else E
    print(some == D, some == E)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
