"""Machine integers.

`int` of translated code is the signed machine word, and its overflow is silent.
Before translation integers have no bounds: `intmask` wraps a result to a word,
`ovfcheck` raises OverflowError where a word does.  `r_uint` and its relatives
have their own width and signedness; arithmetic with them stays in the type.

    intmask(x + y)                          wraps
    try: z = ovfcheck(x + y)                one operation in ovfcheck()
    except OverflowError: ...
    r_uint(x) >> 3                          shifts in zeros
"""

from rpython.rlib.objectmodel import not_rpython, specialize

LONG_BIT = 64
LONG_MASK = (1 << LONG_BIT) - 1
LONG_TEST = 1 << (LONG_BIT - 1)
LONG_BIT_SHIFT = 6
LONGLONG_BIT = 64
LONGLONG_MASK = LONG_MASK
LONGLONG_TEST = LONG_TEST
LONGLONGLONG_BIT = 128
LONGLONGLONG_MASK = (1 << LONGLONGLONG_BIT) - 1
LONGLONGLONG_TEST = 1 << (LONGLONGLONG_BIT - 1)
is_emulated_long = False

maxint = LONG_TEST - 1
SHRT_MIN = -(1 << 15)
SHRT_MAX = (1 << 15) - 1
USHRT_MAX = (1 << 16) - 1
INT_MIN = -(1 << 31)
INT_MAX = (1 << 31) - 1


def _wrap(n, bits, signed):
    n = n & ((1 << bits) - 1)
    if signed and n >> (bits - 1):
        n -= 1 << bits
    return n


def intmask(n):
    """Translated natively: the low bits of an integer, as a signed word."""
    assert not isinstance(n, float)
    return _wrap(int(n), LONG_BIT, True)


def longlongmask(n):
    """Translated natively: the low 64 bits, signed."""
    return intmask(n)


def longlonglongmask(n):
    """Translated natively: the low 128 bits, signed."""
    return r_longlonglong(_wrap(int(n), LONGLONGLONG_BIT, True))


def ovfcheck(r):
    """Translated natively, with the one operation inside: OverflowError if the result is no word."""
    assert not isinstance(r, r_uint), 'no overflow check on unsigned integers'
    if not -LONG_TEST <= r < LONG_TEST:
        raise OverflowError('signed integer expression did overflow')
    return r


def ovfcheck_float_to_int(x):
    """Translated natively: truncates; OverflowError if the result is no word."""
    if -9223372036854775808.0 <= x < 9223372036854775808.0:
        return int(x)
    raise OverflowError


ovfcheck_float_to_longlong = ovfcheck_float_to_int


def widen(n):
    """Translated natively: integers smaller than a word become words."""
    if isinstance(n, base_int) and n.BITS >= LONG_BIT:
        return n
    return int(n)


def is_valid_int(r):
    """Whether `r` can be an `int` of translated code."""
    if isinstance(r, (base_int, bool)):
        # An r_longlong is a machine word, too.
        return isinstance(r, bool) or type(r) is r_int
    return isinstance(r, int) and -LONG_TEST <= r < LONG_TEST


def is_signed_integer_type(tp):
    if not isinstance(tp, type):
        # A low-level type.
        tp = getattr(tp, '_type', None)
    return tp is int or (isinstance(tp, type) and issubclass(tp, base_int) and tp.SIGNED)


# ____________________________________________________________ types


class base_int(int):
    """An integer of a given width; arithmetic gives the type of the wider operand."""

    # It is no instance of `int` for `isinstance`, as in translated code.
    _other_integer = True

    def __new__(cls, val=0):
        if isinstance(val, float):
            val = int(val)
        return int.__new__(cls, _wrap(int(val), cls.BITS, cls.SIGNED))

    def _widen(self, other, value):
        return compute_restype(type(self), type(other))(value)

    def __neg__(self):
        return type(self)(-int(self))

    def __pos__(self):
        return type(self)(int(self))

    def __abs__(self):
        return type(self)(abs(int(self)))

    def __invert__(self):
        return type(self)(~int(self))

    def __repr__(self):
        if type(self) is r_int:
            # Translated it is an integer like others.
            return str(int(self))
        return '%s(%d)' % (type(self).__name__, int(self))

    def __str__(self):
        return str(int(self))

    def __hash__(self):
        return hash(int(self))


def _operators():
    """The binary operators of `base_int`. With anything but an integer they do what the plain integer does."""
    import operator

    def binary(name, function):
        def forward(self, other):
            if not isinstance(other, (int, base_int)):
                return function(int(self), other)
            return self._widen(other, function(int(self), int(other)))

        def reflected(self, other):
            if not isinstance(other, (int, base_int)):
                return function(other, int(self))
            return self._widen(other, function(int(other), int(self)))

        setattr(base_int, '__%s__' % name, forward)
        setattr(base_int, '__r%s__' % name, reflected)

    def shift(name, function):
        def forward(self, count):
            return type(self)(_wrap(function(int(self), int(count)), self.BITS, self.SIGNED))

        def reflected(self, other):
            # The kind of a shifted number is its own.
            return function(int(other), int(self))

        setattr(base_int, '__%s__' % name, forward)
        setattr(base_int, '__r%s__' % name, reflected)

    def quotient(x, y):
        if isinstance(x, int) and isinstance(y, int):
            return x // y
        return x / y

    for name, function in [('add', operator.add), ('sub', operator.sub), ('mul', operator.mul),
                           ('floordiv', operator.floordiv), ('div', quotient), ('mod', operator.mod),
                           ('and', operator.and_), ('or', operator.or_), ('xor', operator.xor)]:
        binary(name, function)
    shift('lshift', operator.lshift)
    shift('rshift', operator.rshift)

    def power(self, exponent, modulus=None):
        if not isinstance(exponent, (int, base_int)):
            return pow(int(self), exponent)
        return self._widen(exponent, pow(int(self), int(exponent), modulus))

    def reflected_power(self, base):
        if not isinstance(base, (int, base_int)):
            return pow(base, int(self))
        return self._widen(base, pow(int(base), int(self)))

    def both(self, other):
        return self // other, self % other

    base_int.__pow__ = power
    base_int.__rpow__ = reflected_power
    base_int.__divmod__ = both


_operators()


class signed_int(base_int):
    SIGNED = True

    def __new__(cls, val=0):
        if not -(cls.MASK >> 1) - 1 <= int(val) <= cls.MASK >> 1:
            raise OverflowError('%s does not fit in signed %d-bit integer' % (val, cls.BITS))
        return base_int.__new__(cls, val)


class unsigned_int(base_int):
    SIGNED = False


_by_shape = {}


@not_rpython
def build_int(name, sign, bits, force_creation=False):
    """The integer class of a shape, by (signed, bits)."""
    if not force_creation and (sign, bits) in _by_shape:
        return _by_shape[sign, bits]
    base = signed_int if sign else unsigned_int
    cls = type(name, (base,), {'__module__': __name__, 'BITS': bits,
                               'MASK': (1 << bits) - 1})
    _by_shape.setdefault((sign, bits), cls)
    return cls


r_int = build_int('r_int', True, 64)
r_uint = build_int('r_uint', False, 64)
r_longlong = build_int('r_longlong', True, 64)
r_ulonglong = build_int('r_ulonglong', False, 64)
# Translated, the signed machine word is `int`.
r_int._other_integer = False
r_longlonglong = build_int('r_longlonglong', True, 128)
r_ulonglonglong = build_int('r_ulonglonglong', False, 128)
r_int8 = build_int('r_int8', True, 8)
r_uint8 = build_int('r_uint8', False, 8)
r_int16 = build_int('r_int16', True, 16)
r_uint16 = build_int('r_uint16', False, 16)
r_int32 = build_int('r_int32', True, 32)
r_uint32 = build_int('r_uint32', False, 32)
r_int64 = r_int
r_uint64 = r_uint
longlongmax = r_longlong(LONGLONG_TEST - 1)
UINT_MAX = r_uint((1 << 32) - 1)


def compute_restype(self_type, other_type):
    """The type of an operation on two integer types."""
    if self_type is other_type or not issubclass(other_type, base_int):
        return self_type
    if not issubclass(self_type, base_int):
        return other_type
    if self_type.SIGNED == other_type.SIGNED:
        return self_type if self_type.BITS >= other_type.BITS else other_type
    raise AssertionError('cannot mix %s and %s' % (
        self_type.__name__, other_type.__name__))


def signedtype(t):
    return t is int or t is bool or t.SIGNED


def normalizedinttype(t):
    if t is bool or t is int:
        return int
    return build_int(None, t.SIGNED, t.BITS) if t.BITS > LONG_BIT or not t.SIGNED else int


def most_neg_value_of(tp):
    if tp is int or tp is r_int:
        return -LONG_TEST
    return tp(-(tp.MASK >> 1) - 1) if tp.SIGNED else tp(0)


def most_pos_value_of(tp):
    if tp is int or tp is r_int:
        return maxint
    return tp(tp.MASK >> 1) if tp.SIGNED else tp(tp.MASK)


def most_neg_value_of_same_type(x):
    return most_neg_value_of(type(x))


def most_pos_value_of_same_type(x):
    return most_pos_value_of(type(x))


class r_singlefloat(object):
    """A float of 32 bits: it is stored and converted, not calculated with."""

    def __init__(self, floatval):
        import struct
        try:
            self._bytes = struct.pack('f', floatval)
        except OverflowError:
            # Beyond the range of 32 bits is infinity, as a machine converts it; `struct` refuses it.
            self._bytes = struct.pack('f', float('inf') if floatval > 0 else float('-inf'))

    def __float__(self):
        import struct
        return struct.unpack('f', self._bytes)[0]

    def __eq__(self, other):
        return type(self) is type(other) and self._bytes == other._bytes

    def __ne__(self, other):
        return not self == other

    def _not_ordered(self, other):
        raise TypeError('comparison of single floats: convert them to float')

    __lt__ = __le__ = __gt__ = __ge__ = __cmp__ = _not_ordered

    def __hash__(self):
        return hash(self._bytes)

    def __repr__(self):
        return 'r_singlefloat(%s)' % float(self)


class r_longfloat(object):
    """A long double, as far as it is supported: a plain float."""

    def __init__(self, floatval):
        self.value = floatval

    def __float__(self):
        return self.value

    def __eq__(self, other):
        return type(self) is type(other) and self.value == other.value

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash(self.value)


# ____________________________________________________________ functions


def highest_bit(n):
    """The position of the only bit that is set."""
    assert n > 0 and n & (n - 1) == 0
    place = 0
    while n != 1:
        n >>= 1
        place += 1
    return place


def int_between(n, m, p):
    """n <= m < p, assuming n <= p."""
    assert n <= p
    return n <= m < p


def int_force_ge_zero(n):
    """max(n, 0)"""
    assert not isinstance(n, float)
    if n < 0:
        return 0
    return n


def int_c_div(x, y):
    """Division that rounds towards zero."""
    q = x // y
    if q < 0 and q * y != x:
        q += 1
    return q


def int_c_mod(x, y):
    """The remainder of `int_c_div`: its sign is that of `x`."""
    return x - int_c_div(x, y) * y


def ovfcheck_int32_add(x, y):
    return _check_int32(x + y)


def ovfcheck_int32_sub(x, y):
    return _check_int32(x - y)


def ovfcheck_int32_mul(x, y):
    return _check_int32(x * y)


def _check_int32(n):
    if n < INT_MIN or n > INT_MAX:
        raise OverflowError('signed 32-bit integer expression did overflow')
    return n


@specialize.argtype(0)
def byteswap(arg):
    """The bytes of a word in reverse order."""
    value = r_uint(arg)
    result = r_uint(0)
    i = 0
    while i < 8:
        result = (result << 8) | (value & r_uint(255))
        value = value >> 8
        i += 1
    return intmask(result)


def string_to_int(s, base=10, allow_underscores=False, no_implicit_octal=False, max_str_digits=0,
                  disallow_whitespace_after_sign=False):
    """`int(s, base)` that tells overflow from bad text."""
    from rpython.rlib.rstring import NumberStringParser, ParseStringOverflowError
    p = NumberStringParser(s, s, base, 'int', allow_underscores, no_implicit_octal, 0, -1, max_str_digits,
                           disallow_whitespace_after_sign)
    # The number grows away from zero: the least integer has no opposite.
    number = 0
    digit = p.next_digit()
    while digit >= 0:
        try:
            number = ovfcheck(ovfcheck(number * p.base) + p.sign * digit)
        except OverflowError:
            raise ParseStringOverflowError(p)
        digit = p.next_digit()
    return number


def uint_mul_high(x, y):
    """The high word of the product of two unsigned words."""
    return r_uint((int(x) * int(y)) >> LONG_BIT)


def mulmod(a, b, c):
    """(a * b) % c for c > 0, whatever the size of the product."""
    from rpython.rlib.rbigint import rbigint
    assert c > 0
    try:
        return ovfcheck(a * b) % c
    except OverflowError:
        return rbigint.fromint(a).mul(rbigint.fromint(b)).mod(rbigint.fromint(c)).toint()
