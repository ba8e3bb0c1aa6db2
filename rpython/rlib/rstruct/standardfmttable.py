# genext: python2
"""How each letter of a format is packed and unpacked, with standard sizes.

A packer gets an iterator with `accept_int_arg()` and its like, `wbuf`, `pos`, `advance(size)` and `bigendian`; an unpacker one with
`read(size)`, `appendobj(value)` and `bigendian`. The sizes of integers are constants of each function.
"""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rlib.rstruct import ieee
from rpython.rlib.rstruct.error import StructError, StructOverflowError
from rpython.rlib.unroll import unrolling_iterable

native_is_bigendian = False
native_is_ieee754 = True
native_int_size = 8


def pack_pad(fmtiter, count):
    fmtiter.wbuf.setzeros(fmtiter.pos, count)
    fmtiter.advance(count)


def pack_char(fmtiter):
    string = fmtiter.accept_str_arg()
    if len(string) != 1:
        raise StructError("expected a string of length 1")
    fmtiter.wbuf.setitem(fmtiter.pos, string[0])
    fmtiter.advance(1)


def pack_bool(fmtiter):
    fmtiter.wbuf.setitem(fmtiter.pos, '\x01' if fmtiter.accept_bool_arg() else '\x00')
    fmtiter.advance(1)


def _pack_text(fmtiter, string, count):
    if len(string) > count:
        assert count >= 0
        string = string[:count]
    fmtiter.wbuf.setslice(fmtiter.pos, string)
    fmtiter.wbuf.setzeros(fmtiter.pos + len(string), count - len(string))
    fmtiter.advance(count)


def pack_string(fmtiter, count):
    _pack_text(fmtiter, fmtiter.accept_str_arg(), count)


def pack_pascal(fmtiter, count):
    string = fmtiter.accept_str_arg()
    if count == 0:
        raise StructError("bad '0p' in struct format")
    length = min(len(string), count - 1, 255)
    fmtiter.wbuf.setitem(fmtiter.pos, chr(length))
    fmtiter.advance(1)
    _pack_text(fmtiter, string, count - 1)


def make_float_packer(size):
    def pack(fmtiter):
        value = fmtiter.accept_float_arg()
        try:
            ieee.pack_float(fmtiter.wbuf, fmtiter.pos, value, size, fmtiter.bigendian)
        except OverflowError:
            raise StructOverflowError("float too large for format 'f'")
        fmtiter.advance(size)
    return pack


def make_int_packer(size, signed):
    bits = 8 * size
    message = "argument out of range for %d-byte%s integer format" % (size, "s" if size > 1 else "")
    places = unrolling_iterable(range(size))

    def write(fmtiter, value):
        for i in places:
            place = size - 1 - i if fmtiter.bigendian else i
            fmtiter.wbuf.setitem(fmtiter.pos + place, chr((value >> (8 * i)) & 0xff))
        fmtiter.advance(size)

    if size == native_int_size and not signed:
        def pack(fmtiter):
            write(fmtiter, intmask(fmtiter.accept_uint_arg()))
    elif size == native_int_size:
        def pack(fmtiter):
            write(fmtiter, fmtiter.accept_int_arg())
    else:
        low, high = (-(1 << (bits - 1)), (1 << (bits - 1)) - 1) if signed else (0, (1 << bits) - 1)

        def pack(fmtiter):
            value = fmtiter.accept_int_arg()
            if not low <= value <= high:
                raise StructError(message)
            write(fmtiter, value)
    return pack


@specialize.argtype(0)
def unpack_pad(fmtiter, count):
    fmtiter.read(count)


@specialize.argtype(0)
def unpack_char(fmtiter):
    fmtiter.appendobj(fmtiter.read(1))


@specialize.argtype(0)
def unpack_bool(fmtiter):
    fmtiter.appendobj(fmtiter.read(1)[0] != '\x00')


@specialize.argtype(0)
def unpack_string(fmtiter, count):
    fmtiter.appendobj(fmtiter.read(count))


@specialize.argtype(0)
def unpack_pascal(fmtiter, count):
    if count == 0:
        raise StructError("bad '0p' in struct format")
    data = fmtiter.read(count)
    end = min(1 + ord(data[0]), count)
    fmtiter.appendobj(data[1:end])


def make_float_unpacker(size):
    @specialize.argtype(0)
    def unpack(fmtiter):
        fmtiter.appendobj(ieee.unpack_float(fmtiter.read(size), fmtiter.bigendian))
    return unpack


unpack_double = make_float_unpacker(8)
unpack_float = make_float_unpacker(4)


def make_int_unpacker(size, signed):
    places = unrolling_iterable(range(size))
    sign = 1 << (8 * size - 1) if size < native_int_size else 0
    unsigned_word = size == native_int_size and not signed

    @specialize.argtype(0)
    def unpack(fmtiter):
        data = fmtiter.read(size)
        value = 0
        for i in places:
            place = size - 1 - i if fmtiter.bigendian else i
            value |= ord(data[place]) << (8 * i)
        value = intmask(value)
        if unsigned_word:
            fmtiter.appendobj(r_uint(value))
        elif signed:
            fmtiter.appendobj((value ^ sign) - sign)
        else:
            fmtiter.appendobj(value)
    return unpack


standard_fmttable = {
    'x': {'size': 1, 'pack': pack_pad, 'unpack': unpack_pad, 'needcount': True},
    'c': {'size': 1, 'pack': pack_char, 'unpack': unpack_char},
    's': {'size': 1, 'pack': pack_string, 'unpack': unpack_string, 'needcount': True},
    'p': {'size': 1, 'pack': pack_pascal, 'unpack': unpack_pascal, 'needcount': True},
    'f': {'size': 4, 'pack': make_float_packer(4), 'unpack': unpack_float},
    'd': {'size': 8, 'pack': make_float_packer(8), 'unpack': unpack_double},
    '?': {'size': 1, 'pack': pack_bool, 'unpack': unpack_bool},
}


def _add_integers(table, sizes, alignment):
    for letter, size in sizes:
        for name, signed in ((letter, True), (letter.upper(), False)):
            table[name] = {'size': size, 'pack': make_int_packer(size, signed), 'unpack': make_int_unpacker(size, signed)}
            if alignment:
                table[name]['alignment'] = size


_add_integers(standard_fmttable, [('b', 1), ('h', 2), ('i', 4), ('l', 4), ('q', 8)], False)
