"""Raw memory that is read and written as several types."""
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.rlib.rarithmetic import r_uint, intmask


def entry_point(argv):
    raw = lltype.malloc(rffi.CCHARP.TO, 32, flavor='raw', zero=True)
    words = rffi.cast(rffi.SIGNEDP, raw)
    words[0] = 258 * len(argv)
    words[1] = -2
    print('%d %d %d %d' % (ord(raw[0]), ord(raw[1]), ord(raw[8]), ord(raw[15])))
    p = rffi.cast(rffi.SIGNEDP, rffi.ptradd(raw, 4))
    print('%d' % p[0])
    raw[16] = '\x80'
    raw[17] = '\xff'
    shorts = rffi.cast(rffi.SHORTP, rffi.ptradd(raw, 16))
    print('%d' % intmask(shorts[0]))
    print('%d' % intmask(rffi.cast(rffi.USHORTP, shorts)[0]))
    rffi.cast(rffi.DOUBLEP, rffi.ptradd(raw, 24))[0] = 1.5
    print('%d %d' % (ord(raw[31]), ord(raw[30])))
    print('%f' % rffi.cast(rffi.DOUBLEP, rffi.ptradd(raw, 24))[0])
    bytes = rffi.cast(rffi.CCHARP, rffi.ptradd(words, 1))
    bytes[0] = 'A'
    print('%d' % words[1])
    print('%s' % (rffi.cast(rffi.ULONGP, raw)[1] == r_uint(words[1])))
    lltype.free(raw, flavor='raw')
    return 0


def target(driver, args):
    return entry_point, None
