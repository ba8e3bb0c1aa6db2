"""Arrays of numbers, kept as lists."""
import struct as _struct

_INTS = 'bBhHiIlLqQ'


class array(object):
    def __init__(self, typecode, initial=()):
        self.typecode = typecode
        self.itemsize = 4 if typecode == 'u' else _struct.calcsize(typecode)
        self._items = []
        if isinstance(initial, str):
            self.fromstring(initial)
        else:
            self.extend(initial)

    def _check(self, x):
        if self.typecode in _INTS:
            _struct.pack(self.typecode, x)
            return x
        if self.typecode in 'cu':
            return x
        return float(x)

    def append(self, x):
        self._items.append(self._check(x))

    def extend(self, xs):
        self._items.extend([self._check(x) for x in xs])

    fromlist = extend

    def fromstring(self, s):
        n = len(s) // self.itemsize
        self._items.extend(_struct.unpack('%d%s' % (n, self.typecode), s))

    frombytes = fromstring

    def tostring(self):
        return _struct.pack('%d%s' % (len(self._items), self.typecode), *self._items)

    tobytes = tostring

    def tolist(self):
        return list(self._items)

    def insert(self, i, x):
        self._items.insert(i, self._check(x))

    def pop(self, i=-1):
        return self._items.pop(i)

    def reverse(self):
        self._items.reverse()

    def __len__(self):
        return len(self._items)

    def __iter__(self):
        return iter(self._items)

    def __getitem__(self, i):
        if isinstance(i, slice):
            return array(self.typecode, self._items[i])
        return self._items[i]

    def __setitem__(self, i, x):
        if isinstance(i, slice):
            self._items[i] = [self._check(y) for y in x]
        else:
            self._items[i] = self._check(x)

    def __delitem__(self, i):
        del self._items[i]

    def __add__(self, other):
        return array(self.typecode, self._items + other._items)

    def __mul__(self, n):
        return array(self.typecode, self._items * n)

    def __eq__(self, other):
        return isinstance(other, array) and self._items == other._items

    def __repr__(self):
        return 'array(%r, %r)' % (self.typecode, self._items)


ArrayType = array
