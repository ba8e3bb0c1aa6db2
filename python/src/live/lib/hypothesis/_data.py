"""The source of choices that strategies draw from."""


class Rejected(Exception):
    """An assumption does not hold."""


class Overrun(Exception):
    """A shortened sequence of choices came to its end."""


class Data(object):
    def __init__(self, choices=(), random=None):
        self._given = list(choices)
        self._random = random
        self.choices = []
        self.depth = 0

    def choice(self, n):
        """A number in 0..n, smaller ones being simpler."""
        i = len(self.choices)
        if i < len(self._given):
            c = min(self._given[i], n)
        elif self._random is None:
            if self._given or i > 4096:
                raise Overrun()
            c = 0
        else:
            if i > 8192:
                raise Overrun()
            c = self._random.getrandbits(n.bit_length()) if n else 0
            while c > n:
                c = self._random.getrandbits(n.bit_length())
        self.choices.append(c)
        return c

    def weighted(self, probability):
        """True with a probability; False is simpler."""
        return self.choice(1023) >= 1024 - int(probability * 1024)

    def exhaustive(self):
        return not self.choices

    def draw(self, strategy):
        self.depth += 1
        try:
            if self.depth > 200:
                raise Overrun()
            return strategy.do_draw(self)
        finally:
            self.depth -= 1
