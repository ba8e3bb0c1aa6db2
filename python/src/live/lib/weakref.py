"""Weak references. Instances are tracked; dictionaries drop dead entries when looked at."""
from _weakref import ref, ReferenceType


def proxy(obj, callback=None):
    return _Proxy(ref(obj))


class _Proxy(object):
    def __init__(self, r):
        object.__setattr__(self, '_ref', r)

    def __getattr__(self, name):
        obj = object.__getattribute__(self, '_ref')()
        if obj is None:
            raise ReferenceError('weakly-referenced object no longer exists')
        return getattr(obj, name)

    def __setattr__(self, name, value):
        setattr(object.__getattribute__(self, '_ref')(), name, value)


class WeakKeyDictionary(object):
    def __init__(self, d=None):
        self._data = {}
        if d is not None:
            for k, v in d.items():
                self[k] = v

    def _clean(self):
        for r in [r for r in self._data if r() is None]:
            del self._data[r]

    def __setitem__(self, k, v):
        self._data[ref(k)] = v

    def __getitem__(self, k):
        return self._data[ref(k)]

    def __delitem__(self, k):
        del self._data[ref(k)]

    def __contains__(self, k):
        return ref(k) in self._data

    has_key = __contains__

    def get(self, k, default=None):
        return self._data.get(ref(k), default)

    def setdefault(self, k, default=None):
        return self._data.setdefault(ref(k), default)

    def pop(self, k, *default):
        return self._data.pop(ref(k), *default)

    def keys(self):
        return [r() for r in self._data if r() is not None]

    def values(self):
        self._clean()
        return list(self._data.values())

    def items(self):
        return [(r(), v) for r, v in self._data.items() if r() is not None]

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        self._clean()
        return len(self._data)

    def clear(self):
        self._data.clear()


class WeakValueDictionary(object):
    def __init__(self):
        self._data = {}

    def __setitem__(self, k, v):
        self._data[k] = ref(v)

    def __getitem__(self, k):
        v = self._data[k]()
        if v is None:
            raise KeyError(k)
        return v

    def __delitem__(self, k):
        del self._data[k]

    def __contains__(self, k):
        return self.get(k) is not None

    has_key = __contains__

    def get(self, k, default=None):
        r = self._data.get(k)
        v = r() if r is not None else None
        return default if v is None else v

    def setdefault(self, k, default=None):
        v = self.get(k)
        if v is None:
            self[k] = v = default
        return v

    def items(self):
        return [(k, r()) for k, r in self._data.items() if r() is not None]

    def keys(self):
        return [k for k, v in self.items()]

    def values(self):
        return [v for k, v in self.items()]

    def __iter__(self):
        return iter(self.keys())

    def __len__(self):
        return len(self.items())

    def clear(self):
        self._data.clear()


class WeakSet(object):
    def __init__(self, items=()):
        self._data = set([ref(x) for x in items])

    def add(self, x):
        self._data.add(ref(x))

    def discard(self, x):
        self._data.discard(ref(x))

    def __contains__(self, x):
        return ref(x) in self._data

    def __iter__(self):
        return iter([r() for r in self._data if r() is not None])

    def __len__(self):
        return len(list(iter(self)))
