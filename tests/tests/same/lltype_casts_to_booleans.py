# not-cpython: the stand-in library has no low-level types
"""What is cast to Bool is a boolean, of constants, too."""
from rpython.rtyper.lltypesystem import lltype, rffi


def entry_point(argv):
    n = len(argv)
    print(rffi.cast(lltype.Bool, 0), rffi.cast(lltype.Bool, 2))
    print(rffi.cast(lltype.Bool, n), rffi.cast(lltype.Bool, n - 1))
    print(lltype.cast_primitive(lltype.Bool, n), lltype.cast_primitive(lltype.Bool, 0))
    flag = rffi.cast(lltype.Bool, 5)
    print(flag, flag == True, flag + 1)
    print(rffi.cast(lltype.Signed, True), rffi.cast(lltype.Signed, False), rffi.cast(lltype.Float, True))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
