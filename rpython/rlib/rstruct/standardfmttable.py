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


# ---- packing


def put_byte(fmtiter, char):
    fmtiter.wbuf.setitem(fmtiter.pos, char)
    fmtiter.advance(1)


def put_text(fmtiter, text, size):
    """A text, cut or filled up with zeros."""
    if len(text) > size:
        assert size >= 0
        text = text[:size]
    fmtiter.wbuf.setslice(fmtiter.pos, text)
    fmtiter.advance(len(text))
    pack_pad(fmtiter, size - len(text))


def pack_pad(fmtiter, count):
    first = fmtiter.pos
    fmtiter.advance(count)
    fmtiter.wbuf.setzeros(first, count)


def pack_bool(fmtiter):
    put_byte(fmtiter, '\x01' if fmtiter.accept_bool_arg() else '\x00')


def pack_char(fmtiter):
    text = fmtiter.accept_str_arg()
    if len(text) == 1:
        put_byte(fmtiter, text[0])
    else:
        raise StructError("expected a string of length 1")


def pack_string(fmtiter, count):
    put_text(fmtiter, fmtiter.accept_str_arg(), count)


def pack_pascal(fmtiter, count):
    """The length in the first byte."""
    text = fmtiter.accept_str_arg()
    if count < 1:
        raise StructError("bad '0p' in struct format")
    put_byte(fmtiter, chr(min(len(text), count - 1, 255)))
    put_text(fmtiter, text, count - 1)


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


# ---- unpacking: bytes become a value by a function of theirs


def make_unpacker(size, value_of):
    """Of so many bytes; `value_of(data, bigendian)`."""
    @specialize.argtype(0)
    def unpack(fmtiter):
        data = fmtiter.read(size)
        fmtiter.appendobj(value_of(data, fmtiter.bigendian))
    return unpack


def make_counted_unpacker(value_of):
    """Of as many bytes as the format says."""
    @specialize.argtype(0)
    def unpack(fmtiter, count):
        fmtiter.appendobj(value_of(fmtiter.read(count)))
    return unpack


def text_of_pascal(data):
    if data == '':
        raise StructError("bad '0p' in struct format")
    behind = min(ord(data[0]) + 1, len(data))
    return data[1:behind]


@specialize.argtype(0)
def unpack_pad(fmtiter, count):
    skipped = fmtiter.read(count)
    assert len(skipped) == count


unpack_char = make_unpacker(1, lambda data, bigendian: data)
unpack_bool = make_unpacker(1, lambda data, bigendian: data[0] != '\x00')
unpack_string = make_counted_unpacker(lambda data: data)
unpack_pascal = make_counted_unpacker(text_of_pascal)
unpack_float = make_unpacker(4, ieee.unpack_float)
unpack_double = make_unpacker(8, ieee.unpack_float)


def make_int_unpacker(size, signed):
    places = unrolling_iterable(range(size))
    spare = 8 * (native_int_size - size)
    unsigned_word = size == native_int_size and not signed

    def value_of(data, bigendian):
        bits = 0
        for i in places:
            bits |= ord(data[size - 1 - i] if bigendian else data[i]) << (8 * i)
        bits = intmask(bits)
        if unsigned_word:
            return r_uint(bits)
        # The shifts copy the sign.
        return intmask(bits << spare) >> spare if signed else bits
    return make_unpacker(size, value_of)


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
