"""Random numbers over the Mersenne Twister of _random."""
import _random
from math import log as _log, exp as _exp, sqrt as _sqrt, cos as _cos, sin as _sin, pi as _pi


def _bits(n):
    k = 0
    while n >> k:
        k += 1
    return k


class Random(object):
    """Instances share one generator; seeding one seeds all."""

    def __init__(self, x=None):
        if x is not None:
            self.seed(x)

    def seed(self, x=None, version=2):
        _random.seed(x)

    def random(self):
        return _random.random()

    def getrandbits(self, k):
        return _random.getrandbits(k)

    def _below(self, n):
        k = _bits(n)
        r = _random.getrandbits(k)
        while r >= n:
            r = _random.getrandbits(k)
        return r

    def randrange(self, start, stop=None, step=1):
        if stop is None:
            start, stop = 0, start
        width = stop - start
        if step > 0:
            n = (width + step - 1) // step
        else:
            n = (width + step + 1) // step
        if n <= 0:
            raise ValueError('empty range for randrange()')
        return start + step * self._below(n)

    def randint(self, a, b):
        return self.randrange(a, b + 1)

    def choice(self, seq):
        if not seq:
            raise IndexError('Cannot choose from an empty sequence')
        return seq[self._below(len(seq))]

    def choices(self, population, weights=None, k=1):
        if weights is None:
            return [self.choice(population) for _ in range(k)]
        total = float(sum(weights))
        out = []
        for _ in range(k):
            x = self.random() * total
            for item, w in zip(population, weights):
                x -= w
                if x < 0:
                    break
            out.append(item)
        return out

    def shuffle(self, x, random=None):
        for i in range(len(x) - 1, 0, -1):
            j = self._below(i + 1)
            x[i], x[j] = x[j], x[i]

    def sample(self, population, k):
        pool = list(population)
        if not 0 <= k <= len(pool):
            raise ValueError('Sample larger than population or is negative')
        out = []
        for i in range(k):
            j = self._below(len(pool) - i)
            out.append(pool[j])
            pool[j] = pool[len(pool) - i - 1]
        return out

    def uniform(self, a, b):
        return a + (b - a) * self.random()

    def gauss(self, mu=0.0, sigma=1.0):
        u = 1.0 - self.random()
        v = self.random()
        return mu + sigma * _sqrt(-2.0 * _log(u)) * _cos(2.0 * _pi * v)

    normalvariate = gauss

    def expovariate(self, lambd):
        return -_log(1.0 - self.random()) / lambd


class SystemRandom(Random):
    pass


_inst = Random()
seed = _inst.seed
random = _inst.random
getrandbits = _inst.getrandbits
randrange = _inst.randrange
randint = _inst.randint
choice = _inst.choice
choices = _inst.choices
shuffle = _inst.shuffle
sample = _inst.sample
uniform = _inst.uniform
gauss = _inst.gauss
normalvariate = _inst.normalvariate
expovariate = _inst.expovariate
