"""MD5."""
import math

from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.rstring import StringBuilder

digest_size = 16

_MASK = r_uint(0xffffffff)
_INITIAL = [r_uint(0x67452301), r_uint(0xefcdab89), r_uint(0x98badcfe), r_uint(0x10325476)]
# The table of the definition: the fraction of sines.
_SINES = [r_uint(int(abs(math.sin(i + 1)) * 4294967296.0)) for i in range(64)]
_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]


def _rotate(x, n):
    return ((x << n) | (x >> (32 - n))) & _MASK


def _word(data, at):
    return r_uint(ord(data[at]) | (ord(data[at + 1]) << 8) | (ord(data[at + 2]) << 16) | (ord(data[at + 3]) << 24))


def _little_endian(builder, x, count):
    for i in range(count):
        builder.append(chr(intmask((x >> (8 * i)) & r_uint(0xff))))


class RMD5(object):
    """A message digest that grows with `update`."""

    def __init__(self, initialdata=''):
        self._state = _INITIAL[:]
        self._rest = ''
        self._length = 0
        self.update(initialdata)

    def update(self, data):
        self._length += len(data)
        data = self._rest + data
        at = 0
        while at + 64 <= len(data):
            self._block(data, at)
            at += 64
        assert at >= 0
        self._rest = data[at:]

    def _block(self, data, at):
        s = self._state
        a, b, c, d = s[0], s[1], s[2], s[3]
        for i in range(64):
            if i < 16:
                f = d ^ (b & (c ^ d))
                g = i
            elif i < 32:
                f = c ^ (d & (b ^ c))
                g = (5 * i + 1) & 15
            elif i < 48:
                f = b ^ c ^ d
                g = (3 * i + 5) & 15
            else:
                f = c ^ (b | (d ^ _MASK))
                g = (7 * i) & 15
            t = (a + f + _SINES[i] + _word(data, at + 4 * g)) & _MASK
            a, d, c = d, c, b
            b = (b + _rotate(t, _SHIFTS[(i >> 4) * 4 + (i & 3)])) & _MASK
        s[0] = (s[0] + a) & _MASK
        s[1] = (s[1] + b) & _MASK
        s[2] = (s[2] + c) & _MASK
        s[3] = (s[3] + d) & _MASK

    def digest(self):
        """The digest of all data so far, as 16 bytes."""
        final = self.copy()
        padding = StringBuilder(72)
        padding.append('\x80')
        padding.append_multiple_char('\x00', (55 - self._length) % 64)
        _little_endian(padding, r_uint(self._length) << 3, 8)
        final.update(padding.build())
        result = StringBuilder(16)
        for x in final._state:
            _little_endian(result, x, 4)
        return result.build()

    def hexdigest(self):
        digits = '0123456789abcdef'
        result = StringBuilder(32)
        for c in self.digest():
            result.append(digits[ord(c) >> 4])
            result.append(digits[ord(c) & 15])
        return result.build()

    def copy(self):
        other = RMD5()
        other._state = self._state[:]
        other._rest = self._rest
        other._length = self._length
        return other


md5 = RMD5


def new(arg=''):
    """A digest, of some data already."""
    return RMD5(arg)
