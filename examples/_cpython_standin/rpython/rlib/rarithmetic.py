"""Machine-word arithmetic on top of Python's unbounded integers."""

import ctypes

LONG_BIT = 64
LONG_MASK = (1 << LONG_BIT) - 1
LONG_TEST = 1 << (LONG_BIT - 1)
maxint = LONG_TEST - 1


def intmask(n):
    """The signed machine word with the low bits of `n`."""
    n = int(n) & LONG_MASK
    # In Python 2.7 the result is a long, which prints otherwise, if not converted.
    return int(n - (1 << LONG_BIT) if n & LONG_TEST else n)


def ovfcheck(n):
    if not -LONG_TEST <= n < LONG_TEST:
        raise OverflowError('signed integer expression did overflow')
    return n


def ovfcheck_float_to_int(x):
    if x != x or not -9223372036854775809.0 < x < 9223372036854775808.0:
        raise OverflowError
    return int(x)


ovfcheck_float_to_longlong = ovfcheck_float_to_int


def is_valid_int(n):
    return isinstance(n, int) and -LONG_TEST <= n < LONG_TEST


def widen(n):
    return int(n)


def highest_bit(n):
    assert n > 0 and n & (n - 1) == 0
    return n.bit_length() - 1


class _Unsigned(int):
    """An unsigned word; arithmetic with it wraps and stays unsigned."""
    BITS = LONG_BIT
    MASK = LONG_MASK

    def __new__(cls, n=0):
        return int.__new__(cls, int(n) & cls.MASK)

    def __repr__(self):
        return '%s(%d)' % (type(self).__name__, int(self))

    def __str__(self):
        return '%d' % int(self)

    def __hash__(self):
        return int.__hash__(self)

    def __neg__(self):
        return type(self)(-int(self))

    def __invert__(self):
        return type(self)(~int(self))


def _define(name):
    operation = getattr(int, name)

    def method(self, other):
        result = operation(int(self), int(other))
        if result is NotImplemented:
            return result
        return type(self)(result)
    method.__name__ = name
    setattr(_Unsigned, name, method)


for _op in ('add', 'sub', 'mul', 'floordiv', 'mod', 'and', 'or', 'xor',
            'lshift', 'rshift'):
    _define('__%s__' % _op)
    _define('__r%s__' % _op)


class r_uint(_Unsigned):
    pass


class r_uint32(_Unsigned):
    BITS = 32
    MASK = (1 << 32) - 1


class r_singlefloat(object):
    """What single precision holds of a number: infinity beyond its range."""
    __slots__ = ('_value',)

    def __init__(self, value):
        self._value = ctypes.c_float(value).value

    def __float__(self):
        return self._value

    def __eq__(self, other):
        return type(other) is r_singlefloat and self._value == other._value

    def __ne__(self, other):
        return not self == other

    __hash__ = None


r_ulonglong = r_uint
r_int = int
r_longlong = int


def string_to_int(s, base=10):
    return int(s, base)
