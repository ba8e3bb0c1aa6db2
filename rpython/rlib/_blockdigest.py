"""What MD5 and SHA-1 have in common: blocks of 64 bytes, a padding that ends with the length, a state of 32-bit words."""
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.rstring import StringBuilder

MASK = r_uint(0xffffffff)


def rotate(x, n):
    return ((x << n) | (x >> (32 - n))) & MASK


class BlockDigest(object):
    """A message digest that grows with `update`. Subclasses have `_block` and the byte order of words (`_big_endian`)."""
    _big_endian = False

    def __init__(self, state, initialdata):
        self._begin(state)
        self.update(initialdata)

    def _begin(self, state):
        self._state = state
        self._rest = ''
        self._length = 0

    def _copyfrom(self, other):
        """Becomes a copy of another one."""
        self._state = other._state[:]
        self._rest = other._rest
        self._length = other._length

    def _block(self, data, at):
        raise NotImplementedError

    def _fresh(self):
        """A digest of nothing."""
        raise NotImplementedError

    def update(self, data):
        self._length += len(data)
        data = self._rest + data
        at = 0
        while at + 64 <= len(data):
            self._block(data, at)
            at += 64
        assert at >= 0
        self._rest = data[at:]

    def _write(self, builder, x, count):
        for i in range(count):
            k = count - 1 - i if self._big_endian else i
            builder.append(chr(intmask((x >> (8 * k)) & r_uint(0xff))))

    def digest(self):
        """The digest of all data so far, as bytes."""
        final = self.copy()
        padding = StringBuilder(72)
        padding.append('\x80')
        padding.append_multiple_char('\x00', (55 - self._length) % 64)
        self._write(padding, r_uint(self._length) << 3, 8)
        final.update(padding.build())
        result = StringBuilder(4 * len(final._state))
        for x in final._state:
            self._write(result, x, 4)
        return result.build()

    def hexdigest(self):
        """The same in hexadecimal digits."""
        digits = '0123456789abcdef'
        result = StringBuilder(8 * len(self._state))
        for c in self.digest():
            result.append(digits[ord(c) >> 4])
            result.append(digits[ord(c) & 15])
        return result.build()

    def copy(self):
        # Not by `_copyfrom`: that of the class that is made here is another one than that of a class that mixes this in.
        other = self._fresh()
        other._state = self._state[:]
        other._rest = self._rest
        other._length = self._length
        return other
