# not-cpython: the stand-in library has no low-level types
"""A forward reference and the type that it becomes are one type, wherever a program meets either first."""
from rpython.rtyper.lltypesystem import lltype, rffi

FORWARD = lltype.Ptr(lltype.ForwardReference())
POINTERS = rffi.CArrayPtr(FORWARD)
TYPE = rffi.CStruct('descr', ('size', lltype.Signed), ('elements', POINTERS))
FORWARD.TO.become(TYPE)
HOLDER = lltype.Struct('holder', ('first', FORWARD), ('others', POINTERS))

prebuilt = lltype.malloc(TYPE, flavor='raw', immortal=True)
prebuilt.c_size = 5
prebuilt.c_elements = lltype.nullptr(POINTERS.TO)


def entry_point(argv):
    holder = lltype.malloc(HOLDER, flavor='raw')
    fresh = lltype.malloc(TYPE, flavor='raw')
    fresh.c_size = 7
    holder.first = prebuilt
    holder.others = lltype.malloc(POINTERS.TO, 2, flavor='raw')
    holder.others[0] = prebuilt
    holder.others[1] = fresh
    fresh.c_elements = holder.others
    print(holder.first.c_size + fresh.c_elements[1].c_size)
    print(holder.others[0] == holder.first, fresh == prebuilt)
    lltype.free(holder.others, flavor='raw')
    lltype.free(holder, flavor='raw')
    lltype.free(fresh, flavor='raw')
    return 0


def target(driver, args):
    return entry_point, None
