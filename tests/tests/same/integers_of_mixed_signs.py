# `&` and `-` of a machine integer and an unsigned one give the low bits of the mathematical result, as the kind of the
# unsigned one; that the integer may be negative matters to no bit.
from rpython.rlib.rarithmetic import r_uint, r_uint32, intmask


def mask(n, byte):
    return ~(0xFF << (byte * 8)) & r_uint(n)


def sign_bits(value):
    return value & r_uint(0x80000000), r_uint(0x80000000) & value


def show(text, unsigned):
    print("%s %s %d" % (text, str(unsigned), intmask(unsigned)))


def entry_point(argv):
    for text in ["0", "1", "3", "-1", "-7", "2147483648", "-9223372036854775808"]:
        n = int(text)
        show("mask", mask(n, n & 3))
        low, high = sign_bits(n)
        show("sign", low)
        show("sign", high)
        show("less", n - r_uint(2))
        show("less", r_uint(2) - n)
        show("narrow", r_uint(r_uint32(5) - n))
        show("narrow", r_uint(n & r_uint32(0xFFFFFFF0)))
        total = r_uint(10)
        total -= n
        total &= n
        show("total", total)
    return 0


def target(driver, args):
    return entry_point, None
