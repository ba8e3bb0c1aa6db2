"""Dictionaries to inherit from (Python 2)."""
from collections import MutableMapping


class DictMixin(object):
    def __iter__(self):
        for k in self.keys():
            yield k

    def has_key(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    __contains__ = has_key

    def __len__(self):
        return len(self.keys())

    def iteritems(self):
        for k in self:
            yield k, self[k]

    def iterkeys(self):
        return iter(self)

    def itervalues(self):
        for k in self:
            yield self[k]

    def values(self):
        return [self[k] for k in self]

    def items(self):
        return [(k, self[k]) for k in self]

    def clear(self):
        for k in list(self.keys()):
            del self[k]

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

    def pop(self, key, *default):
        try:
            value = self[key]
        except KeyError:
            if default:
                return default[0]
            raise
        del self[key]
        return value

    def update(self, other=None, **kw):
        if other is not None:
            if hasattr(other, 'keys'):
                for k in other.keys():
                    self[k] = other[k]
            else:
                for k, v in other:
                    self[k] = v
        for k in kw:
            self[k] = kw[k]

    def __repr__(self):
        return repr(dict(self.items()))


class UserDict(DictMixin):
    def __init__(self, dict=None, **kw):
        self.data = {}
        if dict is not None:
            self.update(dict)
        self.update(kw)

    def __getitem__(self, key):
        return self.data[key]

    def __setitem__(self, key, value):
        self.data[key] = value

    def __delitem__(self, key):
        del self.data[key]

    def keys(self):
        return list(self.data)

    def copy(self):
        return self.__class__(self.data)


IterableUserDict = UserDict
