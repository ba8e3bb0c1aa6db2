"""Caches filled before and while translating: `getorbuild(key)` computes a value once per key.

In translated code the keys are constants and the call is evaluated while annotating (`specialize:memo`).
"""


class Cache(object):
    def __init__(self):
        self.content = {}
        self._building = {}

    def getorbuild(self, key):
        try:
            return self.content[key]
        except KeyError:
            if key in self._building:
                raise RuntimeError('%s: the value of %r depends on itself' % (self.__class__.__name__, key))
            self._building[key] = True
            try:
                result = self._build(key)
                self.content[key] = result
            finally:
                del self._building[key]
            self._ready(result)
            return result
    getorbuild._annspecialcase_ = 'specialize:memo'

    def _ready(self, result):
        pass

    def _build(self, key):
        raise NotImplementedError

    def _freeze_(self):
        return True
