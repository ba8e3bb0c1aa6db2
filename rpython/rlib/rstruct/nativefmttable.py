# genext: python2
"""The same with the sizes and alignments of this machine's C."""
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
    string = fmtiter.accept_unicode_arg()
    if len(string) != 1:
        raise StructError("expected a unicode string of length 1")
    unichar.pack_unichar(string[0], fmtiter.wbuf, fmtiter.pos)
    fmtiter.advance(unichar.UNICODE_SIZE)


@specialize.argtype(0)
def unpack_unichar(fmtiter):
    fmtiter.appendobj(unichar.unpack_unichar(fmtiter.read(unichar.UNICODE_SIZE)))


native_fmttable['u'] = {'size': unichar.UNICODE_SIZE, 'alignment': unichar.UNICODE_SIZE, 'pack': pack_unichar,
                        'unpack': unpack_unichar}
