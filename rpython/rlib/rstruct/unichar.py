# genext: python2
"""Unicode characters as four bytes."""
UNICODE_SIZE = 4
BIGENDIAN = False


def pack_unichar(unich, buf, pos):
    code = ord(unich)
    for i in range(UNICODE_SIZE):
        buf.setitem(pos + i, chr((code >> (8 * i)) & 0xff))


def unpack_unichar(rawstring):
    assert len(rawstring) == UNICODE_SIZE
    code = 0
    for i in range(UNICODE_SIZE):
        code |= ord(rawstring[i]) << (8 * i)
    return unichr(code)
