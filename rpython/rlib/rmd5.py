"""MD5."""
import math

from rpython.rlib._blockdigest import BlockDigest, MASK, rotate
from rpython.rlib.rarithmetic import r_uint

digest_size = 16

_INITIAL = [r_uint(0x67452301), r_uint(0xefcdab89), r_uint(0x98badcfe), r_uint(0x10325476)]
# The table of the definition: the fraction of sines.
_SINES = [r_uint(int(abs(math.sin(i + 1)) * 4294967296.0)) for i in range(64)]
_SHIFTS = [7, 12, 17, 22, 5, 9, 14, 20, 4, 11, 16, 23, 6, 10, 15, 21]


def _word(data, at):
    return r_uint(ord(data[at]) | (ord(data[at + 1]) << 8) | (ord(data[at + 2]) << 16) | (ord(data[at + 3]) << 24))


class RMD5(BlockDigest):
    """A message digest that grows with `update`."""

    def _init(self):
        """Begins; classes that mix it in call it."""
        self._begin(_INITIAL[:])

    def __init__(self, initialdata=''):
        BlockDigest.__init__(self, _INITIAL[:], initialdata)

    def _fresh(self):
        return RMD5()

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
                f = c ^ (b | (d ^ MASK))
                g = (7 * i) & 15
            t = (a + f + _SINES[i] + _word(data, at + 4 * g)) & MASK
            a, d, c = d, c, b
            b = (b + rotate(t, _SHIFTS[(i >> 4) * 4 + (i & 3)])) & MASK
        s[0] = (s[0] + a) & MASK
        s[1] = (s[1] + b) & MASK
        s[2] = (s[2] + c) & MASK
        s[3] = (s[3] + d) & MASK


md5 = RMD5


def new(arg=''):
    """A digest, of some data already."""
    return RMD5(arg)
