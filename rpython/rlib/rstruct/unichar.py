# genext: python2
"""Unicode characters as four bytes."""
UNICODE_SIZE = 4
BIGENDIAN = False


def pack_unichar(unich, buf, pos):
    pack_codepoint(ord(unich), buf, pos)


def pack_codepoint(code, buf, pos):
    for i in range(UNICODE_SIZE):
        buf.setitem(pos + i, chr((code >> (8 * i)) & 0xff))


def unpack_codepoint(rawstring):
    assert len(rawstring) == UNICODE_SIZE
    code = 0
    for i in range(UNICODE_SIZE):
        code |= ord(rawstring[i]) << (8 * i)
    return code


def unpack_unichar(rawstring):
    return unichr(unpack_codepoint(rawstring))
