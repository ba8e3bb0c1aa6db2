"""Hexadecimal text of bytes."""


def hexlify(data):
    return ''.join(['%02x' % ord(c) for c in data])


def unhexlify(text):
    if len(text) % 2:
        raise TypeError('Odd-length string')
    return ''.join([chr(int(text[i:i + 2], 16)) for i in range(0, len(text), 2)])


b2a_hex = hexlify
a2b_hex = unhexlify


def crc32(data, crc=0):
    """The checksum of bytes, from 0 to 2**32 - 1."""
    from rpython.rlib import rzlib
    from rpython.rlib.rarithmetic import r_uint
    return int(rzlib.crc32(data, r_uint(crc & 0xffffffff)))
