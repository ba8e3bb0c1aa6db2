"""Abstract containers, recognised by their methods."""
from abc import ABCMeta, abstractmethod

__all__ = ['Hashable', 'Iterable', 'Iterator', 'Sized', 'Container', 'Callable',
           'Collection', 'Reversible', 'Generator', 'Sequence', 'MutableSequence',
           'Mapping', 'MutableMapping', 'Set', 'MutableSet', 'ByteString']


def _has(*names):
    def check(cls, other):
        for name in names:
            for k in other.__mro__:
                if name in k.__dict__:
                    if k.__dict__[name] is None:
                        return False
                    break
            else:
                return False
        return True
    return check


class _Hooked(ABCMeta):
    def __subclasscheck__(cls, other):
        methods = cls.__dict__.get('_methods')
        if methods is not None and _has(*methods)(cls, other):
            return True
        return ABCMeta.__subclasscheck__(cls, other)


class Hashable(metaclass=_Hooked):
    _methods = ('__hash__',)


class Iterable(metaclass=_Hooked):
    _methods = ('__iter__',)


class Iterator(Iterable):
    _methods = ('__iter__', '__next__')

    def __iter__(self):
        return self


class Reversible(Iterable):
    _methods = ('__iter__', '__reversed__')


class Generator(Iterator):
    _methods = ('__iter__', '__next__', 'send', 'throw', 'close')


class Sized(metaclass=_Hooked):
    _methods = ('__len__',)


class Container(metaclass=_Hooked):
    _methods = ('__contains__',)


class Callable(metaclass=_Hooked):
    _methods = ('__call__',)


class Collection(Sized, Iterable, Container):
    _methods = ('__len__', '__iter__', '__contains__')


class Sequence(Collection):
    _methods = None

    @abstractmethod
    def __getitem__(self, i):
        raise IndexError

    def __iter__(self):
        i = 0
        while True:
            try:
                x = self[i]
            except IndexError:
                return
            yield x
            i += 1

    def __contains__(self, x):
        for y in self:
            if y is x or y == x:
                return True
        return False

    def __reversed__(self):
        for i in range(len(self) - 1, -1, -1):
            yield self[i]

    def index(self, x):
        for i, y in enumerate(self):
            if y is x or y == x:
                return i
        raise ValueError

    def count(self, x):
        return sum(1 for y in self if y is x or y == x)


class MutableSequence(Sequence):
    def append(self, x):
        self.insert(len(self), x)

    def extend(self, xs):
        for x in list(xs):
            self.append(x)

    def pop(self, i=-1):
        x = self[i]
        del self[i]
        return x

    def remove(self, x):
        del self[self.index(x)]

    def __iadd__(self, xs):
        self.extend(xs)
        return self


class ByteString(Sequence):
    pass


class Set(Collection):
    _methods = None

    def __le__(self, other):
        return all(x in other for x in self)

    def __and__(self, other):
        return set(x for x in self if x in other)

    def __or__(self, other):
        return set(self) | set(other)

    def __sub__(self, other):
        return set(x for x in self if x not in other)

    def __eq__(self, other):
        return len(self) == len(other) and self <= other


class MutableSet(Set):
    pass


class Mapping(Collection):
    _methods = None

    @abstractmethod
    def __getitem__(self, key):
        raise KeyError

    def get(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            return default

    def __contains__(self, key):
        try:
            self[key]
        except KeyError:
            return False
        return True

    def keys(self):
        return list(self)

    def items(self):
        return [(k, self[k]) for k in self]

    def values(self):
        return [self[k] for k in self]

    def __eq__(self, other):
        return dict(self.items()) == dict(other.items())

    def __ne__(self, other):
        return not self == other


class MutableMapping(Mapping):
    _missing = object()

    def pop(self, key, default=_missing):
        try:
            value = self[key]
        except KeyError:
            if default is self._missing:
                raise
            return default
        del self[key]
        return value

    def setdefault(self, key, default=None):
        try:
            return self[key]
        except KeyError:
            self[key] = default
        return default

    def update(self, other=(), **kw):
        if hasattr(other, 'keys'):
            for k in other.keys():
                self[k] = other[k]
        else:
            for k, v in other:
                self[k] = v
        for k, v in kw.items():
            self[k] = v

    def clear(self):
        for k in list(self):
            del self[k]

    def popitem(self):
        for k in self:
            v = self[k]
            del self[k]
            return k, v
        raise KeyError


for _c in (list, tuple, range, str):
    Sequence.register(_c)
MutableSequence.register(list)
Mapping.register(dict)
MutableMapping.register(dict)
Set.register(set)
Set.register(frozenset)
MutableSet.register(set)
