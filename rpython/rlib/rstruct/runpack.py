# genext: python2
"""`runpack(format, data)`: what `struct.unpack` gives, for formats that are constants. One value is not put into a tuple.

    x, y = runpack('>hB', '\\x01\\x02\\x03')        # 258, 3

Each format gets a function of its own, made while the program is translated.
"""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstruct.error import StructError
from rpython.rlib.rstruct.formatiterator import FormatIterator


class Bytes(object):
    """The data, and how far it is read."""

    def __init__(self, data):
        self.data, self.place = data, 0

    def take(self, count):
        first = self.place
        self.skip(count)
        assert 0 <= first <= self.place
        return self.data[first:self.place]

    def skip(self, count):
        self.place += count
        if self.place > len(self.data):
            raise StructError("unpack str size too short for format")

    def align(self, mask):
        self.place += -self.place & mask


def make_reader(number):
    """A class for one value: values of a format have types of their own."""
    class Reader(object):
        def __init__(self, data, bigendian):
            self.data, self.bigendian = data, bigendian

        def appendobj(self, value):
            self.value = value

        def read(self, count):
            return self.data.take(count)
    Reader.__name__ = 'Reader%d' % number
    return Reader


class FrozenUnpackIterator(FormatIterator):
    def __init__(self, fmt):
        self.fmt = fmt
        self.lines = []
        self.values = []
        self.names = {'Bytes': Bytes}

    def align(self, mask):
        self.lines.append('data.align(%d)' % mask)

    def operate(self, fmtdesc, repetitions):
        if fmtdesc.fmtchar == 'x':
            self.lines.append('data.skip(%d)' % repetitions)
        elif fmtdesc.needcount:
            self.unpack_one(fmtdesc, ', %d' % repetitions)
        else:
            for _ in range(repetitions):
                self.unpack_one(fmtdesc, '')

    def unpack_one(self, fmtdesc, count):
        number = len(self.values)
        self.names['Reader%d' % number] = make_reader(number)
        self.names['unpack%d' % number] = fmtdesc.unpack
        self.lines.append('reader%d = Reader%d(data, %r)' % (number, number, self.bigendian))
        self.lines.append('unpack%d(reader%d%s)' % (number, number, count))
        self.values.append('reader%d.value' % number)

    def finished(self):
        assert self.values, "nothing to unpack in the format %r" % (self.fmt,)
        lines = ['def unpack(s):', '    data = Bytes(s)']
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
