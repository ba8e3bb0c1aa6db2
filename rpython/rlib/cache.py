"""Caches filled before and while translating: `getorbuild(key)` computes a value once per key.

In translated code the keys are constants and the call is evaluated while annotating (`specialize:memo`).
"""


class Cache(object):
    """One value per key, made by `_build` when it is first asked for; then `_ready` is told."""

    def __init__(self):
        self.content = {}
        # Keys in the order in which their values ask for each other.
        self._pending = []

    def getorbuild(self, key):
        if key not in self.content:
            self._fill(key)
        return self.content[key]
    getorbuild._annspecialcase_ = 'specialize:memo'

    def _fill(self, key):
        if key in self._pending:
            way = ' -> '.join([repr(k) for k in self._pending + [key]])
            raise RuntimeError('%s: a value depends on itself: %s' % (self.__class__.__name__, way))
        self._pending.append(key)
        try:
            value = self._build(key)
        finally:
            self._pending.pop()
        self.content[key] = value
        self._ready(value)

    def _build(self, key):
        raise NotImplementedError

    def _ready(self, value):
        """Called with each new value, which may ask the cache for others by now."""

    def _freeze_(self):
        return True
