"""Plain values as bytes. They are read in the format of version 2; code objects of CPython are not, and nothing is
written."""
import struct

version = 2


class _Reader(object):
    def __init__(self, data):
        self.data = data
        self.pos = 0

    def bytes(self, count):
        end = self.pos + count
        if count < 0 or end > len(self.data):
            raise EOFError('marshal data too short')
        found = self.data[self.pos:end]
        self.pos = end
        return found

    def number(self, format):
        return struct.unpack('<' + format, self.bytes(struct.calcsize('<' + format)))[0]

    def text(self):
        return self.bytes(self.number('i'))

    def long(self):
        """A sign with the number of digits, and digits of 15 bits."""
        size = self.number('i')
        n = 0
        for i in range(abs(size)):
            n += self.number('H') << (15 * i)
        return -n if size < 0 else n

    def items(self):
        return [self.value() for _ in range(self.number('i'))]

    def dictionary(self):
        found = {}
        while self.data[self.pos:self.pos + 1] != b'0':
            key = self.value()
            found[key] = self.value()
        self.pos += 1
        return found

    def value(self):
        kind = self.bytes(1)
        if kind not in _READERS:
            if kind == b'c':
                raise NotImplementedError('marshal: code objects of CPython are not read')
            raise ValueError('bad marshal data')
        return _READERS[kind](self)


_READERS = {
    b'N': lambda r: None,
    b'F': lambda r: False,
    b'T': lambda r: True,
    b'i': lambda r: r.number('i'),
    b'I': lambda r: r.number('q'),
    b'l': _Reader.long,
    b'f': lambda r: float(r.bytes(r.number('B')).decode('ascii')),
    b'g': lambda r: r.number('d'),
    b's': _Reader.text,
    b'u': lambda r: r.text().decode('utf-8'),
    b'(': lambda r: tuple(r.items()),
    b'[': _Reader.items,
    b'{': _Reader.dictionary,
    b'<': lambda r: set(r.items()),
    b'>': lambda r: frozenset(r.items()),
}


def loads(data):
    return _Reader(data).value()


def load(file):
    return loads(file.read())


def dumps(value, version=2):
    raise NotImplementedError('marshal: nothing is written')


def dump(value, file, version=2):
    dumps(value)
