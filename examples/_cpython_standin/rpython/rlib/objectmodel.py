"""Object-model helpers with their untranslated meaning."""


def we_are_translated():
    return False


def _same(func):
    return func


always_inline = dont_inline = try_inline = not_rpython = _same


class _Specialize(object):
    """`@specialize.NAME(...)`: accepted, without effect."""

    def __getattr__(self, name):
        if name == 'memo' or name == 'll':
            return lambda: _same
        return lambda *args, **kwds: _same


specialize = _Specialize()


def enforceargs(*types, **kwds):
    return _same


def keepalive_until_here(*values):
    pass


def newlist_hint(sizehint=0):
    return []


def resizelist_hint(lst, sizehint):
    pass


def likely(condition):
    return condition


def unlikely(condition):
    return condition


def instantiate(cls, nonmovable=False):
    return cls.__new__(cls)


def compute_hash(x):
    """A hash that depends on the value alone: the same in every run."""
    if isinstance(x, str):
        h = ord(x[0]) << 7 if x else -1
        for c in x:
            h = (1000003 * h) ^ ord(c)
        h ^= len(x)
        h &= 0xFFFFFFFFFFFFFFFF
        return h - (1 << 64) if h >> 63 else h
    if isinstance(x, tuple):
        h = 0x345678
        for item in x:
            h = (1000003 * h) ^ compute_hash(item)
        h &= 0xFFFFFFFFFFFFFFFF
        return h - (1 << 64) if h >> 63 else h
    return hash(x)


def compute_identity_hash(x):
    return object.__hash__(x)


def compute_unique_id(x):
    return id(x)


current_object_addr_as_int = compute_unique_id


class _Key(object):
    __slots__ = ('owner', 'value', 'hash')

    def __init__(self, owner, value):
        self.owner = owner
        self.value = value
        self.hash = owner.key_hash(value)

    def __hash__(self):
        return self.hash

    def __eq__(self, other):
        # Translated code asks for no key that is the same word.
        numbers = isinstance(self.value, (int, float))
        if self.value == other.value if numbers else self.value is other.value:
            return True
        return self.owner.key_eq(self.value, other.value)


class r_dict(object):
    """A dictionary with its own equality and hash functions for keys."""

    def __init__(self, key_eq, key_hash, force_non_null=False,
                 simple_hash_eq=False):
        self.key_eq = key_eq
        self.key_hash = key_hash
        self._entries = {}

    def __getitem__(self, key):
        try:
            return self._entries[_Key(self, key)]
        except KeyError:
            raise KeyError(key)

    def __setitem__(self, key, value):
        self._entries[_Key(self, key)] = value

    def __delitem__(self, key):
        try:
            del self._entries[_Key(self, key)]
        except KeyError:
            raise KeyError(key)

    def __contains__(self, key):
        return _Key(self, key) in self._entries

    def __len__(self):
        return len(self._entries)

    def __iter__(self):
        for key in self._entries:
            yield key.value

    def get(self, key, default=None):
        return self._entries.get(_Key(self, key), default)

    def setdefault(self, key, default):
        return self._entries.setdefault(_Key(self, key), default)

    def pop(self, key, *default):
        try:
            return self._entries.pop(_Key(self, key), *default)
        except KeyError:
            raise KeyError(key)

    def keys(self):
        return [key.value for key in self._entries]

    def values(self):
        return list(self._entries.values())

    def items(self):
        return [(key.value, v) for key, v in self._entries.items()]

    iterkeys = keys
    itervalues = values
    iteritems = items

    def clear(self):
        self._entries.clear()

    def copy(self):
        result = r_dict(self.key_eq, self.key_hash)
        result.update(self)
        return result

    def update(self, other):
        for key in other.keys():
            self[key] = other[key]

    def popitem(self):
        key, value = self._entries.popitem()
        return key.value, value


r_ordereddict = r_dict


def import_from_mixin(mixin, special_methods=('__init__', '__del__')):
    """Copies the content of a mix-in class into the class being defined."""
    import sys
    namespace = sys._getframe(1).f_locals
    for cls in reversed(mixin.__mro__[:-1]):
        for name, value in cls.__dict__.items():
            if name.startswith('__') and name not in special_methods:
                continue
            namespace[name] = value
