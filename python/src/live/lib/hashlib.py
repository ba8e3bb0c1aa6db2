"""Message digests: MD5 and SHA-1, SHA-256."""
import struct
import math


def _rol(x, n):
    return ((x << n) | (x >> (32 - n))) & 0xffffffff


def _ror(x, n):
    return ((x >> n) | (x << (32 - n))) & 0xffffffff


class _Hash(object):
    block_size = 64

    def __init__(self, data=''):
        self._data = ''
        self._state = self._initial
        self._length = 0
        self.update(data)

    def update(self, data):
        data = self._data + str(data)
        self._length += len(data) - len(self._data)
        n = len(data) & ~63
        state = self._state
        for i in range(0, n, 64):
            state = self._block(state, data[i:i + 64])
        self._state = state
        self._data = data[n:]

    def digest(self):
        tail = self._data + '\x80' + '\0' * ((55 - len(self._data)) % 64)
        tail += struct.pack(self._order + 'Q', self._length * 8)
        state = self._state
        for i in range(0, len(tail), 64):
            state = self._block(state, tail[i:i + 64])
        return struct.pack(self._order + '%dI' % len(state), *state)[:self.digest_size]

    def hexdigest(self):
        return ''.join(['%02x' % ord(c) for c in self.digest()])

    def copy(self):
        other = self.__class__()
        other._data, other._state, other._length = self._data, self._state, self._length
        return other


_K5 = [int(abs(math.sin(i + 1)) * 4294967296.0) & 0xffffffff for i in range(64)]
_R5 = [7, 12, 17, 22] * 4 + [5, 9, 14, 20] * 4 + [4, 11, 16, 23] * 4 + [6, 10, 15, 21] * 4


class _MD5(_Hash):
    name = 'md5'
    digest_size = 16
    _order = '<'
    _initial = (0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476)

    def _block(self, state, block):
        w = struct.unpack('<16I', block)
        a, b, c, d = state
        for i in range(64):
            if i < 16:
                f, g = (b & c) | (~b & d), i
            elif i < 32:
                f, g = (d & b) | (~d & c), (5 * i + 1) % 16
            elif i < 48:
                f, g = b ^ c ^ d, (3 * i + 5) % 16
            else:
                f, g = c ^ (b | (~d & 0xffffffff)), (7 * i) % 16
            f = (f + a + _K5[i] + w[g]) & 0xffffffff
            a, d, c = d, c, b
            b = (b + _rol(f, _R5[i])) & 0xffffffff
        return tuple([(x + y) & 0xffffffff for x, y in zip(state, (a, b, c, d))])


class _SHA1(_Hash):
    name = 'sha1'
    digest_size = 20
    _order = '>'
    _initial = (0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0)

    def _block(self, state, block):
        w = list(struct.unpack('>16I', block))
        for i in range(16, 80):
            w.append(_rol(w[i - 3] ^ w[i - 8] ^ w[i - 14] ^ w[i - 16], 1))
        a, b, c, d, e = state
        for i in range(80):
            if i < 20:
                f, k = (b & c) | (~b & d), 0x5a827999
            elif i < 40:
                f, k = b ^ c ^ d, 0x6ed9eba1
            elif i < 60:
                f, k = (b & c) | (b & d) | (c & d), 0x8f1bbcdc
            else:
                f, k = b ^ c ^ d, 0xca62c1d6
            t = (_rol(a, 5) + f + e + k + w[i]) & 0xffffffff
            e, d, c, b, a = d, c, _rol(b, 30), a, t
        return tuple([(x + y) & 0xffffffff for x, y in zip(state, (a, b, c, d, e))])


def _primes(n):
    out = []
    k = 2
    while len(out) < n:
        if all(k % p for p in out):
            out.append(k)
        k += 1
    return out


def _root_bits(p, power):
    # 32 bits of the fraction of the square or cube root of p.
    n = p << (32 * power)
    low, high = 0, 1 << 40
    while low < high:
        mid = (low + high + 1) >> 1
        if mid ** power <= n:
            low = mid
        else:
            high = mid - 1
    return low & 0xffffffff


class _SHA256(_Hash):
    name = 'sha256'
    digest_size = 32
    _order = '>'
    _initial = tuple([_root_bits(p, 2) for p in _primes(8)])
    _k = [_root_bits(p, 3) for p in _primes(64)]

    def _block(self, state, block):
        w = list(struct.unpack('>16I', block))
        for i in range(16, 64):
            x, y = w[i - 15], w[i - 2]
            s0 = _ror(x, 7) ^ _ror(x, 18) ^ (x >> 3)
            s1 = _ror(y, 17) ^ _ror(y, 19) ^ (y >> 10)
            w.append((w[i - 16] + s0 + w[i - 7] + s1) & 0xffffffff)
        a, b, c, d, e, f, g, h = state
        for i in range(64):
            s1 = _ror(e, 6) ^ _ror(e, 11) ^ _ror(e, 25)
            t1 = (h + s1 + ((e & f) ^ (~e & g)) + self._k[i] + w[i]) & 0xffffffff
            s0 = _ror(a, 2) ^ _ror(a, 13) ^ _ror(a, 22)
            t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) & 0xffffffff
            h, g, f, e, d, c, b, a = g, f, e, (d + t1) & 0xffffffff, c, b, a, (t1 + t2) & 0xffffffff
        return tuple([(x + y) & 0xffffffff for x, y in zip(state, (a, b, c, d, e, f, g, h))])


md5 = _MD5
sha1 = _SHA1
sha256 = _SHA256


def new(name, data=''):
    try:
        return {'md5': md5, 'sha1': sha1, 'sha256': sha256}[name.lower().replace('-', '')](data)
    except KeyError:
        raise ValueError('unsupported hash type ' + name)
