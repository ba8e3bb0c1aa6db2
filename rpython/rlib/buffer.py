# genext: python2
"""Buffers: bytes that can be read, and perhaps written, one by one, in slices, or as numbers of C."""
from rpython.rlib._missing import refuse
from rpython.rlib._versions import SLICES_WITHOUT_END
from rpython.rlib.longlong2float import float2longlong, longlong2float, singlefloat2uint, uint2singlefloat
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rtyper.lltypesystem import llmemory, lltype, rffi


def get_gc_data_for_list_of_chars(data):
    refuse("lists have no form for C")
    return lltype.nullptr(llmemory.GCREF.TO)


def get_gc_data_offset_for_list_of_chars():
    refuse("lists have no form for C")
    return 0


def slicing(method):
    """The method `getslice` of a class, from a function of `self, start, step, size`."""
    if SLICES_WITHOUT_END:
        return method

    def getslice(self, start, stop, step, size):
        return method(self, start, step, size)
    return getslice


if SLICES_WITHOUT_END:
    @specialize.argtype(0)
    def slice_of(buf, start, step, size):
        return buf.getslice(start, step, size)
else:
    @specialize.argtype(0)
    def slice_of(buf, start, step, size):
        return buf.getslice(start, start + step * size, step, size)


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


@specialize.argtype(0)
def slice_of_items(buf, start, step, size):
    chars = ['\x00'] * size
    for i in range(size):
        chars[i] = buf.getitem(start + i * step)
    return ''.join(chars)


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

    def releasebuffer(self):
        """The buffer is no longer needed (see `needs_release`)."""

    def needs_release(self):
        """Whether somebody waits for `releasebuffer`."""
        return False

    # ---- what follows from it

    @slicing
    def getslice(self, start, step, size):
        return slice_of_items(self, start, step, size)

    def as_str(self):
        return slice_of(self, 0, 1, self.getlength())

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
        return slice_of(self, start, 1, stop - start)


class RawBuffer(Buffer):
    """A buffer in raw memory: `get_raw_address`."""
    _immutable_ = True
    _attrs_ = []

    def getitem(self, index):
        return self.get_raw_address()[index]


class LLBuffer(RawBuffer):
    """A part of memory that somebody else cares for."""
    _immutable_ = True
    _attrs_ = ['raw_cdata', 'size']

    def __init__(self, raw_cdata, size):
        self.raw_cdata, self.size, self.readonly = raw_cdata, size, False

    def getlength(self):
        return self.size

    def getitem(self, index):
        return self.raw_cdata[index]

    def setitem(self, index, char):
        self.raw_cdata[index] = char

    def get_raw_address(self):
        return self.raw_cdata


class RawByteBuffer(LLBuffer):
    """Bytes outside of the collector's memory that can be changed; all are zero at first. They are never freed."""
    _immutable_ = True
    _attrs_ = []

    def __init__(self, length):
        raw = lltype.malloc(rffi.CCHARP.TO, length, flavor='raw', zero=True)
        LLBuffer.__init__(self, raw, length)


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

    @slicing
    def getslice(self, start, step, size):
        if step != 1:
            return slice_of_items(self, start, step, size)
        whole = start == 0 and size == len(self.value)
        if whole or size == 0:
            return self.value if whole else ''
        assert start >= 0 and size > 0
        return self.value[start:start + size]

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

    @slicing
    def getslice(self, start, step, size):
        # Places outside of the whole may be the bounds of nothing.
        return '' if size == 0 else slice_of(self.whole, start + self.first, step, size)

    def setslice(self, start, string):
        if string != '':
            self.whole.setslice(start + self.first, string)
