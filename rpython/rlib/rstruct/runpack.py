# genext: python2
"""`runpack(format, data)`: what `struct.unpack` gives, for formats that are constants. One value is not put into a tuple.

    x, y = runpack('>hB', '\\x01\\x02\\x03')        # 258, 3

Each format gets a function of its own, made while the program is translated.
"""
from rpython.rlib.buffer import StringBuffer
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rstruct.formatiterator import FormatIterator


class MasterReader(object):
    """The bytes, and how far they are read."""

    def __init__(self, s):
        self.input = s
        self.inputbuf = StringBuffer(s)
        self.length = len(s)
        self.inputpos = 0

    def can_advance(self, count):
        return self.inputpos + count <= self.length

    def advance(self, count):
        if not self.can_advance(count):
            raise StructError("unpack str size too short for format")
        self.inputpos += count

    def read(self, count):
        start = self.inputpos
        self.advance(count)
        end = start + count
        assert 0 <= start <= end
        return self.input[start:end]

    def align(self, mask):
        self.inputpos = (self.inputpos + mask) & ~mask


def make_reader(number):
    """A class for one value: values of a format have types of their own."""
    class Reader(object):
        def __init__(self, master, bigendian):
            self.mr = master
            self.bigendian = bigendian

        def read(self, count):
            return self.mr.read(count)

        def appendobj(self, value):
            self.value = value

        def get_buffer_and_pos(self):
            return self.mr.inputbuf, self.mr.inputpos

        def can_advance(self, size):
            return self.mr.can_advance(size)

        def advance(self, size):
            self.mr.advance(size)
    Reader.__name__ = 'Reader%d' % number
    return Reader


class FrozenUnpackIterator(FormatIterator):
    def __init__(self, fmt):
        self.fmt = fmt
        self.lines = []
        self.values = []
        self.names = {'MasterReader': MasterReader}

    def align(self, mask):
        self.lines.append('master.align(%d)' % mask)

    def operate(self, fmtdesc, repetitions):
        if fmtdesc.fmtchar == 'x':
            self.lines.append('master.advance(%d)' % repetitions)
        elif fmtdesc.needcount:
            self.unpack_one(fmtdesc, ', %d' % repetitions)
        else:
            for _ in range(repetitions):
                self.unpack_one(fmtdesc, '')

    def unpack_one(self, fmtdesc, count):
        number = len(self.values)
        self.names['Reader%d' % number] = make_reader(number)
        self.names['unpack%d' % number] = fmtdesc.unpack
        self.lines.append('reader%d = Reader%d(master, %r)' % (number, number, self.bigendian))
        self.lines.append('unpack%d(reader%d%s)' % (number, number, count))
        self.values.append('reader%d.value' % number)

    def finished(self):
        assert self.values, "nothing to unpack in the format %r" % (self.fmt,)
        lines = ['def unpack(s):', '    master = MasterReader(s)']
        lines += ['    ' + line for line in self.lines]
        lines.append('    return (%s)' % ', '.join(self.values))
        exec('\n'.join(lines) + '\n', self.names)
        self.unpack = self.names['unpack']

    def _freeze_(self):
        return True


@specialize.memo()
def create_unpacker(unpack_str):
    unpacker = FrozenUnpackIterator(unpack_str)
    unpacker.interpret(unpack_str)
    return unpacker


@specialize.arg(0)
def runpack(fmt, input):
    return create_unpacker(fmt).unpack(input)
