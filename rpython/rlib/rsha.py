"""SHA-1."""
from rpython.rlib._blockdigest import BlockDigest, MASK, rotate
from rpython.rlib.rarithmetic import r_uint

digest_size = 20
digestsize = 20
blocksize = 1

_INITIAL = [r_uint(0x67452301), r_uint(0xefcdab89), r_uint(0x98badcfe), r_uint(0x10325476), r_uint(0xc3d2e1f0)]


def _word(data, at):
    return r_uint((ord(data[at]) << 24) | (ord(data[at + 1]) << 16) | (ord(data[at + 2]) << 8) | ord(data[at + 3]))


class RSHA(BlockDigest):
    """A message digest that grows with `update`."""
    _big_endian = True

    def _init(self):
        """Begins; classes that mix it in call it."""
        self._begin(_INITIAL[:])

    def __init__(self, initialdata=''):
        BlockDigest.__init__(self, _INITIAL[:], initialdata)

    def _fresh(self):
        return RSHA()

    def _block(self, data, at):
        w = [r_uint(0)] * 80
        for i in range(16):
            w[i] = _word(data, at + 4 * i)
        for i in range(16, 80):
            w[i] = rotate(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1)
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
            t = (rotate(a, 5) + f + e + k + w[i]) & MASK
            e, d, c, b, a = d, c, rotate(b, 30), a, t
        s = self._state
        s[0] = (s[0] + a) & MASK
        s[1] = (s[1] + b) & MASK
        s[2] = (s[2] + c) & MASK
        s[3] = (s[3] + d) & MASK
        s[4] = (s[4] + e) & MASK


sha = RSHA


def new(arg=''):
    """A digest, of some data already."""
    return RSHA(arg)
