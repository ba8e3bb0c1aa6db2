"""SHA-1."""
from rpython.rlib.rarithmetic import r_uint, intmask
from rpython.rlib.rstring import StringBuilder

digest_size = 20
digestsize = 20
blocksize = 1

_MASK = r_uint(0xffffffff)
_INITIAL = [r_uint(0x67452301), r_uint(0xefcdab89), r_uint(0x98badcfe), r_uint(0x10325476), r_uint(0xc3d2e1f0)]


def _rotate(x, n):
    return ((x << n) | (x >> (32 - n))) & _MASK


def _word(data, at):
    return r_uint((ord(data[at]) << 24) | (ord(data[at + 1]) << 16) | (ord(data[at + 2]) << 8) | ord(data[at + 3]))


def _big_endian(builder, x, count):
    shift = 8 * (count - 1)
    while shift >= 0:
        builder.append(chr(intmask((x >> shift) & r_uint(0xff))))
        shift -= 8


class RSHA(object):
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
        w = [r_uint(0)] * 80
        for i in range(16):
            w[i] = _word(data, at + 4 * i)
        for i in range(16, 80):
            w[i] = _rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1)
        a, b, c, d, e = self._state[0], self._state[1], self._state[2], self._state[3], self._state[4]
        for i in range(80):
            if i < 20:
                f = d ^ (b & (c ^ d))
                k = r_uint(0x5a827999)
            elif i < 40:
                f = b ^ c ^ d
                k = r_uint(0x6ed9eba1)
            elif i < 60:
                f = (b & c) | (d & (b | c))
                k = r_uint(0x8f1bbcdc)
            else:
                f = b ^ c ^ d
                k = r_uint(0xca62c1d6)
            t = (_rotate(a, 5) + f + e + k + w[i]) & _MASK
            e, d, c, b, a = d, c, _rotate(b, 30), a, t
        s = self._state
        s[0] = (s[0] + a) & _MASK
        s[1] = (s[1] + b) & _MASK
        s[2] = (s[2] + c) & _MASK
        s[3] = (s[3] + d) & _MASK
        s[4] = (s[4] + e) & _MASK

    def digest(self):
        """The digest of all data so far, as 20 bytes."""
        final = self.copy()
        padding = StringBuilder(72)
        padding.append('\x80')
        padding.append_multiple_char('\x00', (55 - self._length) % 64)
        _big_endian(padding, r_uint(self._length) << 3, 8)
        final.update(padding.build())
        result = StringBuilder(20)
        for x in final._state:
            _big_endian(result, x, 4)
        return result.build()

    def hexdigest(self):
        digits = '0123456789abcdef'
        result = StringBuilder(40)
        for c in self.digest():
            result.append(digits[ord(c) >> 4])
            result.append(digits[ord(c) & 15])
        return result.build()

    def copy(self):
        other = RSHA()
        other._state = self._state[:]
        other._rest = self._rest
        other._length = self._length
        return other


sha = RSHA


def new(arg=''):
    """A digest, of some data already."""
    return RSHA(arg)
