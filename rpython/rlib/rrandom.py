"""Random numbers: the Mersenne Twister."""
from rpython.rlib.rarithmetic import r_uint, intmask

N = 624
M = 397
_MATRIX = r_uint(0x9908b0df)
_UPPER = r_uint(0x80000000)
_LOWER = r_uint(0x7fffffff)
_MASK = r_uint(0xffffffff)


class Random(object):
    """A generator with a state of its own."""

    def __init__(self, seed=r_uint(0)):
        self.state = [r_uint(0)] * N
        self.index = 0
        self.init_genrand(seed)

    def init_genrand(self, seed):
        """Starts with one number."""
        mt = self.state
        mt[0] = r_uint(seed) & _MASK
        for i in range(1, N):
            previous = mt[i - 1]
            mt[i] = (r_uint(1812433253) * (previous ^ (previous >> 30)) + r_uint(i)) & _MASK
        self.index = N

    def init_by_array(self, init_key):
        """Starts with a list of numbers."""
        mt = self.state
        length = len(init_key)
        self.init_genrand(r_uint(19650218))
        i, j = 1, 0
        for _ in range(max(N, length)):
            x = mt[i - 1] ^ (mt[i - 1] >> 30)
            mt[i] = ((mt[i] ^ (x * r_uint(1664525))) + r_uint(init_key[j]) + r_uint(j)) & _MASK
            i += 1
            j += 1
            if i >= N:
                mt[0] = mt[N - 1]
                i = 1
            if j >= length:
                j = 0
        for _ in range(N - 1):
            x = mt[i - 1] ^ (mt[i - 1] >> 30)
            mt[i] = ((mt[i] ^ (x * r_uint(1566083941))) - r_uint(i)) & _MASK
            i += 1
            if i >= N:
                mt[0] = mt[N - 1]
                i = 1
        mt[0] = _UPPER

    def _refill(self):
        mt = self.state
        for k in range(N):
            y = (mt[k] & _UPPER) | (mt[(k + 1) % N] & _LOWER)
            x = mt[(k + M) % N] ^ (y >> 1)
            if intmask(y) & 1:
                x = x ^ _MATRIX
            mt[k] = x

    def genrand32(self):
        """32 random bits."""
        if self.index >= N:
            self._refill()
            self.index = 0
        y = self.state[self.index]
        self.index += 1
        y ^= y >> 11
        y ^= (y << 7) & r_uint(0x9d2c5680)
        y ^= (y << 15) & r_uint(0xefc60000)
        y ^= y >> 18
        return y & _MASK

    def random(self):
        """A float in [0.0, 1.0)."""
        a = intmask(self.genrand32() >> 5)
        b = intmask(self.genrand32() >> 6)
        return (a * 67108864.0 + b) * (1.0 / 9007199254740992.0)

    def jumpahead(self, n):
        """Another state, that depends on the current one and on n."""
        mt = self.state
        last = N - 1
        while last > 1:
            other = n % last
            kept = mt[last]
            mt[last] = mt[other]
            mt[other] = kept
            last -= 1
        for i in range(N):
            mt[i] = (mt[i] + r_uint(i + 1)) & _MASK
        self.index = N
