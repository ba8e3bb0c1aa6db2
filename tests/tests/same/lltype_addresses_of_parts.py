# not-in-process: `genext soundness` takes low-level types that functions make for different ones
# not-cpython: the stand-in library has no low-level types
# not-low-level: bytes of an array of numbers as characters
"""Addresses of the parts of one raw array, as numbers and compared."""
from rpython.rtyper.lltypesystem import lltype, rffi


def entry_point(argv):
    ints = lltype.malloc(rffi.CArray(rffi.INT), 8, flavor='raw', zero=True)
    chars = rffi.cast(rffi.CCHARP, ints)
    start = rffi.cast(lltype.Signed, chars)
    print(start - rffi.cast(lltype.Signed, ints))
    behind = rffi.ptradd(chars, 8)
    eight = rffi.cast(lltype.Signed, behind)
    print(eight - start, rffi.cast(lltype.Signed, rffi.ptradd(behind, -4)) - start)
    print(rffi.ptradd(chars, 0) == chars, rffi.ptradd(behind, -8) == chars, behind == chars)
    print(rffi.cast(rffi.CCHARP, ints) == chars, rffi.cast(rffi.CCHARP, ints) != chars)
    print(rffi.cast(rffi.CCHARP, start) == chars, rffi.cast(rffi.CCHARP, eight) == behind)
    behind[1] = 'x'
    print(rffi.cast(rffi.CCHARP, eight)[1], rffi.cast(rffi.SHORTP, eight) == rffi.cast(rffi.SHORTP, behind))
    third = rffi.ptradd(ints, 2)
    print(rffi.cast(lltype.Signed, third) - start, rffi.cast(lltype.Signed, third[0]))
    shorts = rffi.cast(rffi.SHORTP, behind)
    print(rffi.cast(lltype.Signed, rffi.ptradd(shorts, 1)) - eight)
    print(rffi.cast(rffi.VOIDP, behind) == rffi.cast(rffi.VOIDP, third), len(argv))
    lltype.free(ints, flavor='raw')
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
