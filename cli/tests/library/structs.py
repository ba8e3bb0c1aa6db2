# genext: python2
"""Bytes of numbers: `runpack`, formats that a program packs itself, floats in all IEEE formats, buffers."""
from rpython.rlib.rstruct.runpack import runpack
from rpython.rlib.rstruct import ieee
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rstruct.formatiterator import FormatIterator, CalcSizeFormatIterator
from rpython.rlib.mutbuffer import MutableStringBuffer
from rpython.rlib.buffer import StringBuffer, SubBuffer, ByteBuffer
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rtyper.lltypesystem import rffi, lltype

class Pack(FormatIterator):
    def __init__(self, size, ints, floats, strs):
        self.wbuf = MutableStringBuffer(size)
        self.pos = 0
        self.ints = ints
        self.floats = floats
        self.strs = strs
    def advance(self, n):
        self.pos += n
    def align(self, mask):
        pad = -self.pos & mask
        self.wbuf.setzeros(self.pos, pad)
        self.pos += pad
    def operate(self, fmtdesc, repetitions):
        if fmtdesc.needcount:
            fmtdesc.pack(self, repetitions)
        else:
            for i in range(repetitions):
                fmtdesc.pack(self)
    operate._annspecialcase_ = 'specialize:arg(1)'
    def accept_int_arg(self): return self.ints.pop(0)
    def accept_uint_arg(self): return r_uint(self.ints.pop(0))
    def accept_float_arg(self): return self.floats.pop(0)
    def accept_str_arg(self): return self.strs.pop(0)
    def accept_bool_arg(self): return self.ints.pop(0) != 0
    def accept_unicode_arg(self): return self.strs.pop(0).decode('utf-8')

def pack(fmt, ints, floats, strs):
    c = CalcSizeFormatIterator()
    c.interpret(fmt)
    p = Pack(c.totalsize, ints, floats, strs)
    p.interpret(fmt)
    return p.wbuf.finish()

def hexed(s):
    return ' '.join(['%02x' % ord(c) for c in s])

def entry_point(argv):
    a, b = runpack('>hB', '\xff\x02\x03')
    print('%d %d' % (a, b))
    x, s, t, f, d = runpack('<I3sx4pfd', '\xff\xff\xff\xffabcX\x02yzz\x00\x00\xc0\x3f' + '\x00' * 6 + '\xf0\xbf')
    print('%d %s %s %f %f' % (x, s, t, f, d))
    print(runpack('Q', '\xff' * 8))
    print(runpack('bi', '\x01\x00\x00\x00\xfe\xff\xff\xff')[1])
    try:
        print(runpack('q', 'abc'))
    except StructError as e:
        print(e.msg)
    print(hexed(pack('<bHi?q', [-1, 65535, -2, 1, 1 << 40], [], [])))
    print(hexed(pack('>3s2xfd4p', [], [1.5, -0.1], ['ab', 'hello'])))
    print(hexed(pack('bil', [1, 2, 3], [], [])))
    try:
        pack('<b', [128], [], [])
    except StructError as e:
        print(e.msg)
    try:
        pack('<f', [], [1e300], [])
    except StructError as e:
        print(e.msg)
    try:
        pack('<y', [], [], [])
    except StructError as e:
        print(e.msg)
    for text in ['0.0', '-0.0', '1.0', '0.1', '65504.0', '65519.0', '1e-8', '5.9604644775390625e-08', '-3.14159', 'inf', '-inf', 'nan', '1e-45', '3.4e38']:
        v = float(text)
        line = text
        for size in [2, 4, 8]:
            try:
                bits = ieee.float_pack(v, size)
                line += ' %s' % hexed(pack('>Q', [intmask(bits)], [], []))
                line += ' (%s)' % str(ieee.float_unpack(bits, size))
            except OverflowError:
                line += ' overflow'
        print(line)
    buf = ByteBuffer(24)
    buf.typed_write(rffi.SHORT, 0, -2)
    buf.typed_write(rffi.DOUBLE, 8, 2.5)
    buf.typed_write(lltype.Signed, 16, -3)
    print(hexed(buf.as_str()))
    print('%d %d %f %d' % (buf.typed_read(rffi.SHORT, 0), buf.typed_read(rffi.USHORT, 0), buf.typed_read(rffi.DOUBLE, 8), buf.typed_read(lltype.Signed, 16)))
    sub = SubBuffer(SubBuffer(StringBuffer('hello world'), 2, 8), 1, -1)
    print('%d %s %s' % (sub.getlength(), sub.as_str(), sub[1:3]))
    return 0

def target(driver, args):
    return entry_point, None
