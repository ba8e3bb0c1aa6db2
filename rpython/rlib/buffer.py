# genext: python2
"""Buffers: bytes that can be read, and perhaps written, one by one, in slices, or as numbers of C."""
from rpython.rlib.longlong2float import float2longlong, longlong2float, singlefloat2uint, uint2singlefloat
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rtyper.lltypesystem import lltype, rffi


class CannotRead(Exception):
    """The buffer cannot read this type at this place."""


class CannotWrite(Exception):
    """The buffer cannot write this type at this place."""


SIGNED, UNSIGNED, WORD, FLOAT, SINGLEFLOAT, CHAR, BOOL = range(7)


@specialize.memo()
def kind_of(TP):
    """How the bytes of a primitive type are read."""
    for kind, T in ((FLOAT, lltype.Float), (SINGLEFLOAT, lltype.SingleFloat), (CHAR, lltype.Char), (BOOL, lltype.Bool)):
        if TP == T:
            return kind
    if TP == lltype.Unsigned:
        return WORD
    return SIGNED if TP == lltype.Signed or TP._type.SIGNED else UNSIGNED


@specialize.memo()
def size_of(TP):
    return rffi.sizeof(TP)


@specialize.argtype(0)
def read_int(buf, start, size):
    """A little-endian number of at most 8 bytes, without sign."""
    value = 0
    for i in range(size):
        value |= ord(buf.getitem(start + i)) << (8 * i)
    return intmask(value)


@specialize.argtype(0)
def write_int(buf, start, size, value):
    for i in range(size):
        buf.setitem(start + i, chr(value & 0xff))
        value >>= 8


@specialize.arg(1)
def typed_read(buf, TP, start):
    """Integers smaller than a word are `int`."""
    kind = kind_of(TP)
    size = size_of(TP)
    if kind == CHAR:
        return buf.getitem(start)
    bits = read_int(buf, start, size)
    if kind == FLOAT:
        return longlong2float(bits)
    if kind == SINGLEFLOAT:
        return uint2singlefloat(r_uint(bits))
    if kind == BOOL:
        return bits != 0
    if kind == WORD:
        return r_uint(bits)
    if kind == SIGNED:
        shift = 64 - 8 * size
        return intmask(bits << shift) >> shift
    return bits


@specialize.call_location()
def typed_write(buf, TP, start, value):
    kind = kind_of(TP)
    size = size_of(TP)
    if kind == CHAR:
        buf.setitem(start, value)
    elif kind == FLOAT:
        write_int(buf, start, size, float2longlong(float(value)))
    elif kind == SINGLEFLOAT:
        write_int(buf, start, size, intmask(singlefloat2uint(value)))
    elif kind == BOOL:
        buf.setitem(start, '\x01' if value else '\x00')
    else:
        write_int(buf, start, size, intmask(value))


class Buffer(object):
    """What all buffers share. A subclass has `getlength` and `getitem`, and `setitem` if it can be written. Indices are not checked."""
    _immutable_ = True
    _attrs_ = ['readonly']

    # ---- what a subclass defines

    def getlength(self):
        raise NotImplementedError('the length of a buffer')

    def getitem(self, index):
        raise NotImplementedError('an item of a buffer')

    def setitem(self, index, char):
        raise NotImplementedError('a change of a buffer')

    def get_raw_address(self):
        raise ValueError('this buffer has no address')

    # ---- what follows from it

    def getslice(self, start, stop, step, size):
        chars = ['\x00'] * size
        for i in range(size):
            chars[i] = self.getitem(start + i * step)
        return ''.join(chars)

    def as_str(self):
        length = self.getlength()
        return self.getslice(0, length, 1, length)

    def setslice(self, start, string):
        for char in string:
            self.setitem(start, char)
            start += 1

    def setzeros(self, index, count):
        while count > 0:
            count -= 1
            self.setitem(index + count, '\x00')

    @specialize.arg(1)
    def typed_read(self, TP, byte_offset):
        """The value of a type of C at a place."""
        return typed_read(self, TP, byte_offset)

    @specialize.call_location()
    def typed_write(self, TP, byte_offset, value):
        if self.readonly:
            raise CannotWrite
        typed_write(self, TP, byte_offset, value)

    # ---- Python's syntax: len(b), b[i], b[i] = c, b[i:j]

    def __len__(self):
        return max(self.getlength(), 0)

    def __setitem__(self, i, char):
        self.setitem(i, char)

    def __getitem__(self, i):
        item = self.getitem(i)
        return item

    def __getslice__(self, start, stop):
        return self.getslice(start, stop, 1, stop - start)


class RawBuffer(Buffer):
    """A buffer in raw memory: `get_raw_address`."""
    _immutable_ = True
    _attrs_ = []

    def getitem(self, index):
        return self.get_raw_address()[index]


class GCBuffer(Buffer):
    """A buffer in an object of the collector."""
    _immutable_ = True
    _attrs_ = []

    @staticmethod
    def decorate(targetcls):
        """RPython's memory model asks for this; here nothing is to be done."""
        return targetcls


class StringBuffer(GCBuffer):
    """The bytes of a string."""
    _immutable_ = True
    _attrs_ = ['value']

    def __init__(self, value):
        assert value is not None
        self.readonly, self.value = True, value

    def as_str(self):
        return self.value

    def getslice(self, start, stop, step, size):
        if step != 1:
            return Buffer.getslice(self, start, stop, step, size)
        whole = start == 0 and stop == len(self.value)
        if whole or size == 0:
            return self.value if whole else ''
        assert start >= 0 and stop >= start
        return self.value[start:stop]

    def getitem(self, index):
        return self.value[index]

    def getlength(self):
        return len(self.value)

    def get_raw_address(self):
        return rffi.str2charp(self.value)


class ByteBuffer(GCBuffer):
    """Bytes that can be changed; all are zero at first."""
    _immutable_ = True
    _attrs_ = ['data']

    def __init__(self, n):
        self.data, self.readonly = ['\x00'] * n, False

    def getlength(self):
        return len(self.data)

    def setitem(self, index, char):
        self.data[index] = char

    def getitem(self, index):
        return self.data[index]


class SubBuffer(Buffer):
    """A part of another buffer; the size -1 goes to its end. A part of a part is a part of the whole."""
    _immutable_ = True
    _attrs_ = ['whole', 'first', 'size']

    def __init__(self, buffer, offset, size):
        self.readonly = buffer.readonly
        if isinstance(buffer, SubBuffer):
            room = max(buffer.getlength() - offset, 0)
            if size < 0 or size > room:
                size = room
            self.whole, self.first, self.size = buffer.whole, buffer.first + offset, size
        else:
            self.whole, self.first, self.size = buffer, offset, size

    def getlength(self):
        # The whole may have become shorter.
        room = max(self.whole.getlength() - self.first, 0)
        return room if self.size < 0 else min(self.size, room)

    def getitem(self, index):
        return self.whole.getitem(index + self.first)

    def setitem(self, index, char):
        self.whole.setitem(index + self.first, char)

    def getslice(self, start, stop, step, size):
        # Places outside of the whole may be the bounds of nothing.
        return '' if start == stop else self.whole.getslice(start + self.first, stop + self.first, step, size)

    def setslice(self, start, string):
        if string != '':
            self.whole.setslice(start + self.first, string)
