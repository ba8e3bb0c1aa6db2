# genext: python2
"""The same with the sizes and alignments of this machine's C."""
from rpython.rlib import rutf8
from rpython.rlib._versions import STRUCT_WITH_UTF8
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstruct import standardfmttable as std
from rpython.rlib.rstruct import unichar
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rstruct.standardfmttable import native_is_bigendian

native_fmttable = {}
for _letter in 'xcsp':
    native_fmttable[_letter] = std.standard_fmttable[_letter]
for _letter, _size in (('f', 4), ('d', 8), ('?', 1)):
    native_fmttable[_letter] = dict(std.standard_fmttable[_letter], alignment=_size)
std._add_integers(native_fmttable, [('b', 1), ('h', 2), ('i', 4), ('l', 8), ('q', 8), ('n', 8)], True)
native_fmttable['P'] = native_fmttable['L']

sizeof_double = 8
sizeof_float = 4


def pack_unichar(fmtiter):
    if STRUCT_WITH_UTF8:
        string, length = fmtiter.accept_unicode_arg()
    else:
        string = fmtiter.accept_unicode_arg()
        length = len(string)
    if length != 1:
        raise StructError("expected a unicode string of length 1")
    if STRUCT_WITH_UTF8:
        code = rutf8.codepoint_at_pos(string, 0)
    else:
        code = ord(string[0])
    unichar.pack_codepoint(code, fmtiter.wbuf, fmtiter.pos)
    fmtiter.advance(unichar.UNICODE_SIZE)


@specialize.argtype(0)
def unpack_unichar(fmtiter):
    data = fmtiter.read(unichar.UNICODE_SIZE)
    if STRUCT_WITH_UTF8:
        fmtiter.append_utf8(unichar.unpack_codepoint(data))
    else:
        fmtiter.appendobj(unichar.unpack_unichar(data))


native_fmttable['u'] = {'size': unichar.UNICODE_SIZE, 'alignment': unichar.UNICODE_SIZE, 'pack': pack_unichar,
                        'unpack': unpack_unichar}
