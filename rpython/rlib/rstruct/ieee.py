# genext: python2
"""Floats as bits: IEEE 754 formats of 16, 32 and 64 bits.

A format of fewer bits is rounded to nearest, ties to even, on the bits of the 64-bit format.
"""
from rpython.rlib import jit
from rpython.rlib.longlong2float import float2longlong, longlong2float
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_ulonglong

_ONE = r_ulonglong(1)


def _format(size):
    """Bits of the fraction and of the exponent."""
    if size == 8:
        return 52, 11
    if size == 4:
        return 23, 8
    if size == 2:
        return 10, 5
    raise ValueError("invalid size value")


def float_pack(x, size):
    """The bits of a float, as an unsigned integer. Too large a number raises OverflowError."""
    fraction, exponent = _format(size)
    bits = r_ulonglong(float2longlong(x))
    if size == 8:
        return bits
    limit = (1 << exponent) - 1
    e = intmask(bits >> 52) & 0x7ff
    m = bits & ((_ONE << 52) - 1)
    if e == 0x7ff:
        # An infinity, or NaN: that stays one.
        short = m >> (52 - fraction)
        if m != 0 and short == 0:
            short = _ONE << (fraction - 1)
        result = (r_ulonglong(limit) << fraction) | short
    elif e == 0:
        result = r_ulonglong(0)
    else:
        m |= _ONE << 52
        e += (limit >> 1) - 1023
        drop = 52 - fraction
        if e <= 0:
            # Too small for the implicit bit.
            drop += 1 - e
            e = 1
        if drop > 54:
            m = r_ulonglong(0)
        else:
            rest = m & ((_ONE << drop) - 1)
            half = _ONE << (drop - 1)
            m >>= drop
            if rest > half or (rest == half and m & 1 == 1):
                m += 1
        # The implicit bit adds one to the exponent, as rounding up may do.
        result = (r_ulonglong(e - 1) << fraction) + m
        if intmask(result >> fraction) >= limit:
            raise OverflowError("float too large to pack in this format")
    return ((bits >> 63) << (8 * size - 1)) | result


def float_unpack(Q, size):
    """The float with these bits."""
    fraction, exponent = _format(size)
    bits = r_ulonglong(Q)
    if size == 8:
        return longlong2float(intmask(bits))
    limit = (1 << exponent) - 1
    e = intmask(bits >> fraction) & limit
    m = bits & ((_ONE << fraction) - 1)
    if e == limit:
        e = 0x7ff
    elif e != 0:
        e += 1023 - (limit >> 1)
    elif m != 0:
        # Find the leading bit: the larger format has an implicit one here.
        e = 1024 - (limit >> 1)
        while m >> fraction == 0:
            m <<= 1
            e -= 1
        m &= (_ONE << fraction) - 1
    sign = (bits >> (8 * size - 1)) & 1
    return longlong2float(intmask((sign << 63) | (r_ulonglong(e) << 52) | (m << (52 - fraction))))


@jit.unroll_safe
@specialize.argtype(0)
def pack_float_to_buffer(wbuf, pos, value, size, be):
    """Writes the bits of a float."""
    for i in range(size):
        c = chr(intmask(value >> (8 * i)) & 0xff)
        wbuf.setitem(pos + (size - 1 - i if be else i), c)


@specialize.argtype(0)
def pack_float(wbuf, pos, x, size, be):
    """Writes a float of `size` bytes at `pos`; `be`: the most significant byte first."""
    pack_float_to_buffer(wbuf, pos, intmask(float_pack(x, size)), size, be)


@jit.unroll_safe
def unpack_float(s, be):
    """The float of 2, 4 or 8 bytes."""
    bits = r_ulonglong(0)
    size = len(s)
    for i in range(size):
        bits |= r_ulonglong(ord(s[size - 1 - i] if be else s[i])) << (8 * i)
    return float_unpack(bits, size)
