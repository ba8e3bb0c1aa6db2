"""Container types."""
import sys as _sys

from collections import abc as _abc
from collections.abc import *


class OrderedDict(dict):
    def popitem(self, last=True):
        if not self:
            raise KeyError('dictionary is empty')
        if last:
            return dict.popitem(self)
        return dict._popfirst(self)

    def move_to_end(self, key, last=True):
        value = self.pop(key)
        if last:
            self[key] = value
        else:
            items = list(dict.items(self))
            self.clear()
            self[key] = value
            for k, v in items:
                self[k] = v

    def copy(self):
        return self.__class__(self)

    @classmethod
    def fromkeys(cls, keys, value=None):
        d = cls()
        for k in keys:
            d[k] = value
        return d

    def __eq__(self, other):
        if isinstance(other, OrderedDict):
            return list(dict.items(self)) == list(dict.items(other))
        return dict.__eq__(self, other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __repr__(self):
        if not self:
            return '%s()' % self.__class__.__name__
        return '%s(%r)' % (self.__class__.__name__, list(dict.items(self)))


class defaultdict(dict):
    def __init__(self, default_factory=None, *args, **kw):
        if default_factory is not None and not callable(default_factory):
            raise TypeError('first argument must be callable or None')
        self.default_factory = default_factory
        dict.__init__(self, *args, **kw)

    def __missing__(self, key):
        if self.default_factory is None:
            raise KeyError(key)
        value = self[key] = self.default_factory()
        return value

    def copy(self):
        return defaultdict(self.default_factory, self)

    __copy__ = copy

    def __repr__(self):
        return 'defaultdict(%r, %s)' % (self.default_factory, dict.__repr__(dict(self)))


class Counter(dict):
    def __init__(self, iterable=None, **kw):
        dict.__init__(self)
        self.update(iterable, **kw)

    def __missing__(self, key):
        return 0

    def update(self, iterable=None, **kw):
        if iterable is not None:
            if isinstance(iterable, dict):
                for k, n in dict.items(iterable):
                    self[k] = self[k] + n
            else:
                for k in iterable:
                    self[k] = self[k] + 1
        for k, n in kw.items():
            self[k] = self[k] + n

    def subtract(self, iterable=None, **kw):
        if iterable is not None:
            if isinstance(iterable, dict):
                for k, n in dict.items(iterable):
                    self[k] = self[k] - n
            else:
                for k in iterable:
                    self[k] = self[k] - 1
        for k, n in kw.items():
            self[k] = self[k] - n

    def most_common(self, n=None):
        items = sorted(dict.items(self), key=lambda kv: kv[1], reverse=True)
        return items if n is None else items[:n]

    def elements(self):
        for k, n in dict.items(self):
            for _ in range(n):
                yield k

    def copy(self):
        return Counter(self)

    def __add__(self, other):
        r = Counter()
        for k in list(self) + [k for k in other if k not in self]:
            n = self[k] + other[k]
            if n > 0:
                r[k] = n
        return r

    def __sub__(self, other):
        r = Counter()
        for k in list(self) + [k for k in other if k not in self]:
            n = self[k] - other[k]
            if n > 0:
                r[k] = n
        return r

    def __repr__(self):
        if not self:
            return 'Counter()'
        return 'Counter({%s})' % ', '.join(['%r: %r' % kv for kv in self.most_common()])


class deque(object):
    """A double-ended queue: two stacks, the front one reversed."""

    def __init__(self, iterable=(), maxlen=None):
        self._front = []
        self._back = []
        self.maxlen = maxlen
        self.extend(iterable)

    def _check(self, left):
        if self.maxlen is not None and len(self) > self.maxlen:
            if left:
                self.pop()
            else:
                self.popleft()

    def append(self, x):
        self._back.append(x)
        self._check(False)

    def appendleft(self, x):
        self._front.append(x)
        self._check(True)

    def extend(self, iterable):
        for x in list(iterable):
            self.append(x)

    def extendleft(self, iterable):
        for x in list(iterable):
            self.appendleft(x)

    def _balance(self, source):
        items = list(self)
        half = len(items) // 2
        if source is self._front and half == 0:
            half = 1
        if source is self._back and half == len(items):
            half -= 1
        self._front = items[:half][::-1]
        self._back = items[half:]

    def pop(self):
        if not self._back:
            if not self._front:
                raise IndexError('pop from an empty deque')
            self._balance(self._back)
        return self._back.pop()

    def popleft(self):
        if not self._front:
            if not self._back:
                raise IndexError('pop from an empty deque')
            self._balance(self._front)
        return self._front.pop()

    def clear(self):
        self._front = []
        self._back = []

    def rotate(self, n=1):
        items = list(self)
        if items:
            n = -n % len(items)
            self._front = []
            self._back = items[n:] + items[:n]

    def remove(self, x):
        items = list(self)
        items.remove(x)
        self._front = []
        self._back = items

    def reverse(self):
        self._front, self._back = self._back, self._front

    def count(self, x):
        return list(self).count(x)

    def index(self, x, *args):
        return list(self).index(x, *args)

    def copy(self):
        return deque(self, self.maxlen)

    __copy__ = copy

    def __len__(self):
        return len(self._front) + len(self._back)

    def __iter__(self):
        for x in self._front[::-1]:
            yield x
        for x in self._back:
            yield x

    def __reversed__(self):
        return iter(list(self)[::-1])

    def __contains__(self, x):
        return x in self._front or x in self._back

    def _locate(self, i):
        n = len(self)
        if i < 0:
            i += n
        if not 0 <= i < n:
            raise IndexError('deque index out of range')
        f = len(self._front)
        if i < f:
            return self._front, f - 1 - i
        return self._back, i - f

    def __getitem__(self, i):
        items, k = self._locate(i)
        return items[k]

    def __setitem__(self, i, x):
        items, k = self._locate(i)
        items[k] = x

    def __delitem__(self, i):
        items = list(self)
        del items[i]
        self._front = []
        self._back = items

    def __eq__(self, other):
        return isinstance(other, deque) and list(self) == list(other)

    def __ne__(self, other):
        return not self == other

    __hash__ = None

    def __repr__(self):
        if self.maxlen is not None:
            return 'deque(%r, maxlen=%d)' % (list(self), self.maxlen)
        return 'deque(%r)' % (list(self),)


def _field(i):
    return property(lambda self: tuple.__getitem__(self, i))


def namedtuple(typename, field_names, verbose=False, rename=False, defaults=None,
               module=None):
    if isinstance(field_names, str):
        field_names = field_names.replace(',', ' ').split()
    fields = tuple([str(f) for f in field_names])
    seen = set()
    for f in fields:
        if not f.isidentifier() or (f.startswith('_') and not rename) or f in seen:
            raise ValueError('bad field name: %r' % f)
        seen.add(f)
    count = len(fields)
    defaults = tuple(defaults or ())
    first_default = count - len(defaults)

    def __new__(cls, *args, **kw):
        if len(args) > count:
            raise TypeError('%s() takes %d arguments, got %d'
                            % (typename, count, len(args)))
        values = list(args)
        for i in range(len(args), count):
            f = fields[i]
            if f in kw:
                values.append(kw.pop(f))
            elif i >= first_default:
                values.append(defaults[i - first_default])
            else:
                raise TypeError("__new__() missing argument: '%s'" % f)
        if kw:
            raise TypeError('unexpected keyword arguments: %r' % sorted(kw))
        return tuple.__new__(cls, values)

    def _make(cls, iterable):
        values = tuple(iterable)
        if len(values) != count:
            raise TypeError('Expected %d arguments, got %d' % (count, len(values)))
        return tuple.__new__(cls, values)

    def _replace(self, **kw):
        values = [kw.pop(f, v) for f, v in zip(fields, self)]
        if kw:
            raise ValueError('Got unexpected field names: %r' % list(kw))
        return self._make(values)

    def _asdict(self):
        return OrderedDict(zip(fields, self))

    def __repr__(self):
        parts = ['%s=%r' % item for item in zip(fields, self)]
        return '%s(%s)' % (self.__class__.__name__, ', '.join(parts))

    def __getnewargs__(self):
        return tuple(self)

    namespace = {
        '__slots__': (), '_fields': fields, '__new__': __new__,
        '_make': classmethod(_make), '_replace': _replace, '_asdict': _asdict,
        '__repr__': __repr__, '__getnewargs__': __getnewargs__,
        '__doc__': '%s(%s)' % (typename, ', '.join(fields)),
        '_field_defaults': dict(zip(fields[first_default:], defaults)),
        '__module__': module or _sys._getframe(1).f_globals.get('__name__', '__main__'),
    }
    for i, f in enumerate(fields):
        namespace[f] = _field(i)
    return type(typename, (tuple,), namespace)


class UserDict(object):
    def __init__(self, d=None, **kw):
        self.data = {}
        if d is not None:
            self.update(d)
        self.update(kw)

    def update(self, d):
        for k in d.keys():
            self[k] = d[k]

    def __getitem__(self, k):
        return self.data[k]

    def __setitem__(self, k, v):
        self.data[k] = v

    def __delitem__(self, k):
        del self.data[k]

    def __contains__(self, k):
        return k in self.data

    def __len__(self):
        return len(self.data)

    def __iter__(self):
        return iter(self.data)

    def keys(self):
        return self.data.keys()

    def values(self):
        return self.data.values()

    def items(self):
        return self.data.items()

    def get(self, k, default=None):
        return self.data.get(k, default)

    def has_key(self, k):
        return k in self.data

    def __repr__(self):
        return repr(self.data)


class ChainMap(object):
    def __init__(self, *maps):
        self.maps = list(maps) or [{}]

    def __getitem__(self, k):
        for m in self.maps:
            if k in m:
                return m[k]
        raise KeyError(k)

    def __setitem__(self, k, v):
        self.maps[0][k] = v

    def __contains__(self, k):
        return any(k in m for m in self.maps)

    def __iter__(self):
        d = {}
        for m in reversed(self.maps):
            d.update(m)
        return iter(d)

    def __len__(self):
        return len(list(iter(self)))

    def get(self, k, default=None):
        return self[k] if k in self else default

    def new_child(self, m=None):
        return ChainMap({} if m is None else m, *self.maps)
