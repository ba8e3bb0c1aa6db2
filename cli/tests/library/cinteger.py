# genext: python2
"""Types of C: `rffi.cast` between integers, characters and floats; sizes."""
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rtyper.lltypesystem import lltype, rffi


def show(n):
    print('%d %d %d %d %d %d' % (
        intmask(rffi.cast(rffi.SIGNEDCHAR, n)), intmask(rffi.cast(rffi.UCHAR, n)), intmask(rffi.cast(rffi.SHORT, n)),
        intmask(rffi.cast(rffi.USHORT, n)), intmask(rffi.cast(rffi.INT, n)), intmask(rffi.cast(rffi.UINT, n))))
    word = rffi.cast(lltype.Unsigned, n)
    print('%s %d %s' % (str(word), rffi.cast(lltype.Signed, word), rffi.cast(rffi.CHAR, n & 0x7f)))
    print('%s %s' % (str(rffi.cast(rffi.DOUBLE, n)), str(float(rffi.cast(rffi.FLOAT, float(n) / 3)))))


def entry_point(argv):
    for n in [0, 65, -1, 200, -200, 0x12345, 1 << 40, -(1 << 33) - 5]:
        show(n)
    print(rffi.cast(lltype.Signed, chr(60 + len(argv))))
    print(rffi.cast(rffi.LONG, 3.99))
    print(rffi.sizeof(rffi.INT) + rffi.sizeof(rffi.DOUBLE) + rffi.sizeof(rffi.CCHARP))
    print(r_uint(3) + rffi.cast(rffi.SIZE_T, 4) == r_uint(7))
    return 0


def target(driver, args):
    return entry_point, None
