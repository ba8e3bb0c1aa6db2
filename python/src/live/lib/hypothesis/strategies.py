"""Strategies: how values are made from choices."""
import math as _math
import struct as _struct
from hypothesis._data import Rejected


class SearchStrategy(object):
    def __init__(self, do_draw, text='strategy'):
        self.do_draw = do_draw
        self._text = text

    def __repr__(self):
        return self._text

    def __or__(self, other):
        return one_of(self, other)

    def map(self, f):
        return SearchStrategy(lambda data: f(data.draw(self)), '%r.map(...)' % self)

    def flatmap(self, f):
        return SearchStrategy(lambda data: data.draw(f(data.draw(self))), '%r.flatmap(...)' % self)

    def filter(self, condition):
        def draw(data):
            for _ in range(20):
                value = data.draw(self)
                if condition(value):
                    return value
            raise Rejected()
        return SearchStrategy(draw, '%r.filter(...)' % self)

    def example(self, random=None):
        import random as source
        from hypothesis._data import Data
        return Data((), source).draw(self)


# Numbers at which programs tend to be wrong.
_BORDERS = [0, 1, 2, 7, 8, 15, 16, 31, 32, 63, 64, 127, 128, 255, 256, 1000, 32767, 32768, 65535, 65536,
            (1 << 31) - 1, 1 << 31, (1 << 32) - 1, 1 << 32, (1 << 63) - 1, 1 << 63]


def integers(min_value=None, max_value=None):
    def draw(data):
        low, high = min_value, max_value
        if low is not None and high is not None:
            origin = min(max(0, low), high)
            width = max(high - origin, origin - low)
            return _signed(data, origin, low, high, width)
        bits = (7, 16, 31, 64, 128)[data.choice(4)]
        width = (1 << bits) - 1
        origin = min(max(0, low), high) if low is not None and high is not None else \
            max(0, low) if low is not None else min(0, high) if high is not None else 0
        return _signed(data, origin, low, high, width)
    return SearchStrategy(draw, 'integers(%r, %r)' % (min_value, max_value))


def _signed(data, origin, low, high, width):
    negative = positive = True
    if low is not None and low >= origin:
        negative = False
    if high is not None and high <= origin:
        positive = False
    if not (negative or positive):
        return origin
    if data.choice(7) == 7:
        distance = _BORDERS[data.choice(len(_BORDERS) - 1)]
        distance = min(distance, width)
    else:
        distance = data.choice(width)
    down = data.choice(1) if negative and positive else int(negative)
    value = origin - distance if down else origin + distance
    if low is not None and value < low:
        value = low
    if high is not None and value > high:
        value = high
    return value


def booleans():
    return SearchStrategy(lambda data: bool(data.choice(1)), 'booleans()')


def none():
    return just(None)


def just(value):
    return SearchStrategy(lambda data: value, 'just(%r)' % (value,))


def nothing():
    def draw(data):
        raise Rejected()
    return SearchStrategy(draw, 'nothing()')


_FLOATS = [0.0, 1.0, -1.0, 0.5, -0.0, 2.0, 1e10, 1e-10, 1.7976931348623157e308, -1.7976931348623157e308, 5e-324,
           2.2250738585072014e-308, float('inf'), float('-inf'), float('nan')]


def floats(min_value=None, max_value=None, allow_nan=None, allow_infinity=None, width=64, exclude_min=False,
           exclude_max=False):
    bounded = min_value is not None or max_value is not None
    nan = allow_nan if allow_nan is not None else not bounded
    infinity = allow_infinity if allow_infinity is not None else min_value is None or max_value is None

    def fine(x):
        if x != x:
            return nan
        if x in (float('inf'), float('-inf')) and not infinity:
            return False
        if min_value is not None and (x < min_value or exclude_min and x == min_value):
            return False
        return not (max_value is not None and (x > max_value or exclude_max and x == max_value))

    def draw(data):
        for _ in range(30):
            kind = data.choice(3)
            if kind == 0:
                x = float(data.draw(integers(-1000, 1000)))
            elif kind == 1:
                x = _FLOATS[data.choice(len(_FLOATS) - 1)]
            elif kind == 2 and min_value is not None and max_value is not None:
                x = min_value + (max_value - min_value) * (data.choice((1 << 53) - 1) / float(1 << 53))
            elif kind == 2:
                x = data.draw(integers(-10 ** 9, 10 ** 9)) / 10.0 ** data.choice(9)
            else:
                x = _struct.unpack('d', _struct.pack('Q', data.choice((1 << 64) - 1)))[0]
            if width == 32:
                try:
                    x = _struct.unpack('f', _struct.pack('f', x))[0]
                except OverflowError:
                    continue
            if fine(x):
                return x
        raise Rejected()
    return SearchStrategy(draw, 'floats()')


def _size(data, min_size, max_size, average=None):
    if max_size is None:
        max_size = min_size + 40
    n = min_size
    stop = 1.0 / (1 + (average or min(8, (max_size - min_size + 1) / 2.0 + 0.5)))
    # One choice decides for each further item: deleting it with its item makes the list shorter.
    while n < max_size and data.weighted(1 - stop):
        n += 1
        yield n
    return


def lists(elements=None, min_size=0, average_size=None, max_size=None, unique=False, unique_by=None):
    elements = elements if elements is not None else nothing()
    key = unique_by or (lambda x: x)
    distinct = unique or unique_by is not None

    def draw(data):
        out = []
        seen = set()

        def add():
            for _ in range(20):
                x = data.draw(elements)
                if not distinct:
                    out.append(x)
                    return
                k = key(x)
                if k not in seen:
                    seen.add(k)
                    out.append(x)
                    return
            if len(out) < min_size:
                raise Rejected()
        for _ in range(min_size):
            add()
        for _ in _size(data, min_size, max_size, average_size):
            add()
        return out
    return SearchStrategy(draw, 'lists(%r)' % elements)


def sets(elements=None, min_size=0, average_size=None, max_size=None):
    return lists(elements, min_size, average_size, max_size, unique=True).map(set)


def frozensets(elements=None, min_size=0, average_size=None, max_size=None):
    return lists(elements, min_size, average_size, max_size, unique=True).map(frozenset)


def iterables(elements=None, **kw):
    return lists(elements, **kw).map(iter)


def tuples(*elements):
    return SearchStrategy(lambda data: tuple([data.draw(e) for e in elements]), 'tuples(...)')


def dictionaries(keys, values, dict_class=dict, min_size=0, average_size=None, max_size=None):
    pairs = lists(tuples(keys, values), min_size, average_size, max_size, unique_by=lambda kv: kv[0])
    return pairs.map(dict_class)


def fixed_dictionaries(mapping, optional=None):
    return SearchStrategy(lambda data: dict([(k, data.draw(v)) for k, v in mapping.items()]), 'fixed_dictionaries')


def sampled_from(elements):
    def draw(data):
        items = list(elements)
        if not items:
            raise Rejected()
        return items[data.choice(len(items) - 1)]
    return SearchStrategy(draw, 'sampled_from(...)')


def one_of(*strategies):
    if len(strategies) == 1 and isinstance(strategies[0], (list, tuple)):
        strategies = tuple(strategies[0])

    def draw(data):
        if not strategies:
            raise Rejected()
        return data.draw(strategies[data.choice(len(strategies) - 1)])
    return SearchStrategy(draw, 'one_of(...)')


def permutations(values):
    def draw(data):
        left = list(values)
        out = []
        while left:
            out.append(left.pop(data.choice(len(left) - 1)))
        return out
    return SearchStrategy(draw, 'permutations(...)')


def _code_point(data, low, high):
    common = 'a0 bzAZ9_-.\n\t"\'\\'
    kind = data.choice(2)
    if kind == 0 or high < 128:
        c = ord(common[data.choice(len(common) - 1)]) if kind == 0 else low + data.choice(max(0, high - low))
    elif kind == 1:
        c = low + data.choice(max(0, min(high, 0x7ff) - low))
    else:
        c = low + data.choice(max(0, high - low))
    return min(max(c, low), high)


def characters(whitelist_categories=None, blacklist_categories=None, blacklist_characters=None, min_codepoint=0,
               max_codepoint=0x10ffff, whitelist_characters=None):
    def draw(data):
        for _ in range(30):
            c = _code_point(data, min_codepoint or 0, max_codepoint if max_codepoint is not None else 0x10ffff)
            if 0xd800 <= c < 0xe000:
                continue
            x = ('\\U%08x' % c).decode('unicode-escape')
            if blacklist_characters and x in blacklist_characters:
                continue
            return x
        raise Rejected()
    return SearchStrategy(draw, 'characters()')


def text(alphabet=None, min_size=0, average_size=None, max_size=None):
    if alphabet is None:
        alphabet = characters()
    elif not isinstance(alphabet, SearchStrategy):
        alphabet = sampled_from(list(alphabet))
    return lists(alphabet, min_size, average_size, max_size).map(u''.join)


def binary(min_size=0, average_size=None, max_size=None):
    one = SearchStrategy(lambda data: chr(_code_point(data, 0, 255)), 'byte')
    return lists(one, min_size, average_size, max_size).map(''.join)


def complex_numbers():
    return builds(complex, floats(), floats())


def builds(target, *args, **kw):
    def draw(data):
        pos = [data.draw(a) for a in args]
        return target(*pos, **dict([(k, data.draw(v)) for k, v in kw.items()]))
    return SearchStrategy(draw, 'builds(...)')


def composite(f):
    def make(*args, **kw):
        return SearchStrategy(lambda data: f(data.draw, *args, **kw), f.__name__ + '(...)')
    make.__name__ = f.__name__
    return make


def recursive(base, extend, max_leaves=100):
    def draw(data):
        s = base
        for _ in range(data.choice(3)):
            s = one_of(base, extend(s))
        return data.draw(s)
    return SearchStrategy(draw, 'recursive(...)')


def deferred(definition):
    return SearchStrategy(lambda data: data.draw(definition()), 'deferred(...)')


class _Draw(object):
    def __init__(self, data):
        self._data = data

    def draw(self, strategy, label=None):
        return self._data.draw(strategy)


def data():
    return SearchStrategy(_Draw, 'data()')


def randoms():
    import random
    return integers(0, 1 << 30).map(random.Random)


def choices():
    return SearchStrategy(lambda data: lambda items: items[data.choice(len(items) - 1)], 'choices()')


def shared(strategy, key=None):
    return strategy


def random_module():
    return none()
