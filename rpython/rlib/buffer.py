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
    """What all buffers share. Indices are not checked."""
    _attrs_ = ['readonly']
    _immutable_ = True

    def getlength(self):
        raise NotImplementedError

    def __len__(self):
        length = self.getlength()
        assert length >= 0
        return length

    def as_str(self):
        return self.getslice(0, self.getlength(), 1, self.getlength())

    def getitem(self, index):
        raise NotImplementedError

    def __getitem__(self, i):
        return self.getitem(i)

    def getslice(self, start, stop, step, size):
        return ''.join([self.getitem(i) for i in range(start, stop, step)])

    def __getslice__(self, start, stop):
        return self.getslice(start, stop, 1, stop - start)

    def setitem(self, index, char):
        raise NotImplementedError

    def __setitem__(self, i, char):
        self.setitem(i, char)

    def setslice(self, start, string):
        for i in range(len(string)):
            self.setitem(start + i, string[i])

    def setzeros(self, index, count):
        for i in range(index, index + count):
            self.setitem(i, '\x00')

    def get_raw_address(self):
        raise ValueError("no raw buffer")

    @specialize.arg(1)
    def typed_read(self, TP, byte_offset):
        return typed_read(self, TP, byte_offset)

    @specialize.call_location()
    def typed_write(self, TP, byte_offset, value):
        if self.readonly:
            raise CannotWrite
        typed_write(self, TP, byte_offset, value)


class RawBuffer(Buffer):
    """A buffer in raw memory."""
    _attrs_ = []
    _immutable_ = True

    def getitem(self, index):
        return self.get_raw_address()[index]


class GCBuffer(Buffer):
    """A buffer in an object of the collector."""
    _attrs_ = []
    _immutable_ = True

    @staticmethod
    def decorate(targetcls):
        return targetcls


class ByteBuffer(GCBuffer):
    """Bytes that can be changed."""
    _attrs_ = ['data']
    _immutable_ = True

    def __init__(self, n):
        self.data = ['\x00'] * n
        self.readonly = False

    def getlength(self):
        return len(self.data)

    def getitem(self, index):
        return self.data[index]

    def setitem(self, index, char):
        self.data[index] = char


class StringBuffer(GCBuffer):
    """The bytes of a string."""
    _attrs_ = ['readonly', 'value']
    _immutable_ = True

    def __init__(self, value):
        assert value is not None
        self.value = value
        self.readonly = True

    def getlength(self):
        return len(self.value)

    def as_str(self):
        return self.value

    def getitem(self, index):
        return self.value[index]

    def getslice(self, start, stop, step, size):
        if size == 0:
            return ''
        if step == 1:
            assert 0 <= start <= stop
            if start == 0 and stop == len(self.value):
                return self.value
            return self.value[start:stop]
        return Buffer.getslice(self, start, stop, step, size)

    def get_raw_address(self):
        return rffi.str2charp(self.value)


class SubBuffer(Buffer):
    """A part of another buffer; the size -1 goes to its end."""
    _attrs_ = ['buffer', 'offset', 'size', 'readonly']
    _immutable_ = True

    def __init__(self, buffer, offset, size):
        self.readonly = buffer.readonly
        if isinstance(buffer, SubBuffer):
            # A part of a part is a part of the whole.
            rest = max(buffer.getlength() - offset, 0)
            if not 0 <= size <= rest:
                size = rest
            offset += buffer.offset
            buffer = buffer.buffer
        self.buffer = buffer
        self.offset = offset
        self.size = size

    def getlength(self):
        rest = max(self.buffer.getlength() - self.offset, 0)
        return self.size if 0 <= self.size <= rest else rest

    def getitem(self, index):
        return self.buffer.getitem(self.offset + index)

    def getslice(self, start, stop, step, size):
        if start == stop:
            return ''
        return self.buffer.getslice(self.offset + start, self.offset + stop, step, size)

    def setitem(self, index, char):
        self.buffer.setitem(self.offset + index, char)

    def setslice(self, start, string):
        if len(string) != 0:
            self.buffer.setslice(self.offset + start, string)
