# python2
"""A forward reference and the structure that it became are one type, whichever is met first."""
from rpython.rtyper.lltypesystem import lltype, rffi

NODE_P = lltype.Ptr(lltype.ForwardReference())
NODES = rffi.CArrayPtr(NODE_P)
NODE = rffi.CStruct('node', ('size', rffi.ULONG), ('elements', NODES))
NODE_P.TO.become(NODE)


def node(size):
    made = lltype.malloc(NODE, flavor='raw', immortal=True)
    made.c_size = rffi.cast(rffi.ULONG, size)
    made.c_elements = lltype.nullptr(NODES.TO)
    return made


ALL = [lltype.nullptr(NODE_P.TO), node(3)]


def entry_point(argv):
    for i in range(len(ALL)):
        p = ALL[i]
        if p:
            print rffi.cast(lltype.Signed, p.c_size), not p.c_elements
        else:
            print 'null'
    return 0


def target(driver, args):
    return entry_point
