# refused: E0456
from rpython.rtyper.lltypesystem import lltype, rffi


def entry_point(argv):
    raw = lltype.malloc(rffi.CCHARP.TO, 20, flavor='raw')
    try:
        raw[17.0] = '\xff'
    except TypeError:
        print('an index is an integer')
    lltype.free(raw, flavor='raw')
    return 0
