"""Integers of any size.

A number is a sign (-1, 0, 1) and a magnitude: a list of digits in base 2**SHIFT, the least significant one first, without leading
zeros; zero has no digits. A digit is a machine word without its sign; a product of two digits, and two carries, are two words, the
high one of which `uint_mul_high` gives. The functions on magnitudes come first, then the class.
"""
import math

from rpython.rlib.objectmodel import always_inline, we_are_translated, specialize
from rpython.rlib.rarithmetic import r_uint, r_longlong, r_ulonglong, intmask, is_valid_int, uint_mul_high, LONG_BIT
from rpython.rtyper.lltypesystem.lltype import Signed
from rpython.rlib.rfloat import isinf, isnan
from rpython.rlib.rstring import NumberStringParser, ParseStringError, StringBuilder, strip_spaces

STORE_TYPE = Signed     # of digits
SHIFT = LONG_BIT - 1
MASK = int((1 << SHIFT) - 1)
UMASK = r_uint(MASK)
# The number of values of a digit, as a float.
FLOAT_BASE = 2.0 ** SHIFT
HALF_WORD = LONG_BIT // 2
HALF_MASK = r_uint((1 << HALF_WORD) - 1)
KARATSUBA_CUTOFF = 35
FLOAT_BITS = 53
# The digits that `format` is given.
BASE8, BASE10, BASE16 = '01234567', '0123456789', '0123456789abcdef'
MAX_EXPONENT = 1024
MIN_EXPONENT = -1074


class InvalidEndiannessError(Exception):
    pass


class InvalidSignednessError(Exception):
    pass


class MaxIntError(Exception):
    """A number has more digits than `format` may write."""


def _store_digit(x):
    return x


def _load_unsigned_digit(x):
    return r_uint(x)


def _mask_digit(x):
    return x & MASK


@always_inline
def int_in_valid_range(x):
    """Whether the magnitude of a machine word is a digit."""
    return -MASK <= x


def intsign(i):
    if i == 0:
        return 0
    return -1 if i < 0 else 1


# ____________________________________________________________ magnitudes


def _normal(digits):
    """Without leading zeros."""
    n = len(digits)
    while n > 0 and digits[n - 1] == 0:
        n -= 1
    if n == len(digits):
        return digits
    assert n >= 0
    return digits[:n]


def _from_uint(x):
    if x > UMASK:
        return [intmask(x & UMASK), 1]
    return _one_digit(intmask(x))


def _one_digit(n):
    return [n] if n else []


def _magnitude_of_int(i):
    if i >= 0:
        return _one_digit(i)
    return _from_uint(r_uint(0) - r_uint(i))


def _compare(a, b):
    if len(a) != len(b):
        return -1 if len(a) < len(b) else 1
    i = len(a) - 1
    while i >= 0:
        if a[i] != b[i]:
            return -1 if a[i] < b[i] else 1
        i -= 1
    return 0


@always_inline
def _high(low, high):
    """The digits above the lowest one of a number of two words."""
    return (high << 1) | (low >> SHIFT)


def _add(a, b):
    if len(a) < len(b):
        a, b = b, a
    result = a[:]
    return result + [1] if _add_at(result, 0, b) else result


def _subtract(a, b):
    """a - b; a is not smaller."""
    n = len(b)
    result = [0] * len(a)
    borrow = 0
    for i in range(n):
        x = a[i] - b[i] - borrow
        result[i] = x & MASK
        borrow = 1 if x < 0 else 0
    for i in range(n, len(a)):
        x = a[i] - borrow
        result[i] = x & MASK
        borrow = 1 if x < 0 else 0
    return _normal(result)


def _multiply_digit(a, n, carry):
    """a * n + carry, with n and carry less than 2**SHIFT."""
    result = [0] * (len(a) + 1)
    result[len(a)] = _add_product(result, 0, a, 0, n, carry)
    return _normal(result)


def _add_product(result, at, a, first, n, carry):
    """result[at + i] += a[i] * n for all i from `first` on, and `carry` at the lowest of them; the last carry."""
    factor, carry = r_uint(n), r_uint(carry)
    for i in range(first, len(a)):
        digit = r_uint(a[i])
        low, high = factor * digit, uint_mul_high(factor, digit)
        # The carry comes last: all else is known before.
        x = r_uint(result[at + i]) + (low & UMASK)
        above = _high(low, high) + (x >> SHIFT)
        carry += x & UMASK
        result[at + i] = intmask(carry & UMASK)
        carry = above + (carry >> SHIFT)
    return intmask(carry)


def _multiply(a, b):
    if len(a) < len(b):
        a, b = b, a
    if len(b) == 0:
        return []
    if len(b) == 1:
        return _multiply_digit(a, b[0], 0)
    if len(b) >= KARATSUBA_CUTOFF:
        if 2 * len(b) <= len(a):
            return _multiply_lopsided(a, b)
        return _karatsuba(a, b)
    if a is b:
        return _square(a)
    result = [0] * (len(a) + len(b))
    for i in range(len(b)):
        result[i + len(a)] = _add_product(result, i, a, 0, b[i], 0)
    return _normal(result)


def _square(a):
    """a * a: the products of two different digits, each made once, twice, and the squares of the digits."""
    n = len(a)
    result = [0] * (2 * n)
    for i in range(n):
        result[i + n] = _add_product(result, i, a, i + 1, a[i], 0)
    carry = r_uint(0)
    top = r_uint(0)
    for i in range(n):
        digit = r_uint(a[i])
        low, high = digit * digit, uint_mul_high(digit, digit)
        x, y = r_uint(result[2 * i]), r_uint(result[2 * i + 1])
        carry += (((x << 1) | top) & UMASK) + (low & UMASK)
        result[2 * i] = intmask(carry & UMASK)
        carry = (carry >> SHIFT) + (((y << 1) | (x >> (SHIFT - 1))) & UMASK) + _high(low, high)
        result[2 * i + 1] = intmask(carry & UMASK)
        carry >>= SHIFT
        top = y >> (SHIFT - 1)
    return _normal(result)


def _add_at(result, at, a):
    """result += a << (at * SHIFT), in place; the carry out of its last digit."""
    carry = _add_digits(result, at, a)
    i = at + len(a)
    while carry and i < len(result):
        carry += r_uint(result[i])
        result[i] = intmask(carry & UMASK)
        carry >>= SHIFT
        i += 1
    return carry


def _add_digits(result, at, a):
    """Adds to as many digits as `a` has, in place; the carry."""
    carry = r_uint(0)
    for i in range(len(a)):
        carry += r_uint(result[at + i]) + r_uint(a[i])
        result[at + i] = intmask(carry & UMASK)
        carry >>= SHIFT
    return carry


def _karatsuba(a, b):
    half = len(a) >> 1
    assert half > 0
    a0, a1 = _normal(a[:half]), a[half:]
    a2 = _add(a0, a1)
    if a is b:
        b0, b1, b2 = a0, a1, a2
    else:
        b0, b1 = _normal(b[:half]), b[half:]
        b2 = _add(b0, b1)
    low = _multiply(a0, b0)
    high = _multiply(a1, b1)
    middle = _subtract(_subtract(_multiply(a2, b2), low), high)
    result = [0] * (len(a) + len(b) + 1)
    _add_at(result, 0, low)
    _add_at(result, half, middle)
    _add_at(result, 2 * half, high)
    return _normal(result)


def _multiply_lopsided(a, b):
    """b is much shorter: in slices of a."""
    result = [0] * (len(a) + len(b) + 1)
    size = len(b)
    at = 0
    while at < len(a):
        end = min(at + size, len(a))
        assert end >= 0
        _add_at(result, at, _multiply(_normal(a[at:end]), b))
        at = end
        assert at >= 0
    return _normal(result)


def _reciprocal(d):
    """(2**(2 * LONG_BIT) - 1) // d - 2**LONG_BIT, for a word whose highest bit is set."""
    # Two digits of half a word each: the number that is divided is (2**LONG_BIT - 1 - d, 2**LONG_BIT - 1).
    d1, d0 = d >> HALF_WORD, d & HALF_MASK
    rest = ~d
    q1, rest = _half_digit(rest, HALF_MASK, d, d1, d0)
    q0, _ = _half_digit(rest, HALF_MASK, d, d1, d0)
    return (q1 << HALF_WORD) + q0


@always_inline
def _half_digit(rest, half, d, d1, d0):
    """(rest * 2**HALF_WORD + half) // d, which is less than 2**HALF_WORD, and the new rest; d is (d1, d0)."""
    q = rest // d1
    r = rest - q * d1
    while q > HALF_MASK or q * d0 > ((r << HALF_WORD) | half):
        q -= r_uint(1)
        r += d1
        if r > HALF_MASK:
            break
    return q, (rest << HALF_WORD) + half - q * d


@always_inline
def _divide_words(high, low, d, reciprocal):
    """(high * 2**LONG_BIT + low) // d, for a word `d` whose highest bit is set, and high < d: by its reciprocal, as
    N. Moeller and T. Granlund, "Improved division by invariant integers", 2011, algorithm 4."""
    q0 = reciprocal * high + low
    q1 = uint_mul_high(reciprocal, high) + high + r_uint(1)
    if q0 < low:
        q1 += r_uint(1)
    rest = low - q1 * d
    if rest > q0:
        q1 -= r_uint(1)
        rest += d
    if rest >= d:
        q1 += r_uint(1)
    return q1


def _divide_digit(a, n):
    """(a // n, a % n)"""
    if len(a) == 1:
        q = a[0] // n
        return _one_digit(q), a[0] - q * n
    result = [0] * len(a)
    shift = LONG_BIT - _bit_length_of_digit(n)
    d = r_uint(n) << shift
    reciprocal = _reciprocal(d)
    # The rest is as many bits to the left as the divisor.
    rest = r_uint(0)
    i = len(a) - 1
    while i >= 0:
        low, high = r_uint(a[i]) << shift, (rest >> 1) | (r_uint(a[i]) >> (LONG_BIT - shift))
        q = _divide_words(high, low, d, reciprocal)
        result[i] = intmask(q)
        rest = low - q * d
        i -= 1
    return _normal(result), intmask(rest >> shift)


def _bit_length_of_digit(n):
    bits = 0
    half = HALF_WORD
    while half:
        if n >> half:
            n >>= half
            bits += half
        half >>= 1
    return bits + n


def _bits(a):
    """The length in bits."""
    if len(a) == 0:
        return 0
    return (len(a) - 1) * SHIFT + _bit_length_of_digit(a[len(a) - 1])


def _shift_left(a, count):
    if len(a) == 0:
        return a
    words, bits = count // SHIFT, count % SHIFT
    result = [0] * (words + len(a) + 1)
    result[words + len(a)] = _shift_bits(result, words, a, bits)
    return _normal(result)


def _shift_bits(result, at, a, bits):
    """result[at + i] = a << bits, of as many digits as `a` has; the next digit."""
    carry = 0
    for i in range(len(a)):
        result[at + i] = ((a[i] << bits) & MASK) | carry
        carry = a[i] >> (SHIFT - bits)
    return carry


def _shift_right(a, count):
    words, bits = count // SHIFT, count % SHIFT
    n = len(a) - words
    if n <= 0:
        return []
    result = [0] * n
    for i in range(n):
        x = a[words + i] >> bits
        if i + 1 < n:
            x |= (a[words + i + 1] << (SHIFT - bits)) & MASK
        result[i] = x
    return _normal(result)


def _lost_bits(a, count):
    """Whether a shift to the right by count loses bits that are set."""
    words, bits = count // SHIFT, count % SHIFT
    for i in range(min(words, len(a))):
        if a[i]:
            return True
    return words < len(a) and a[words] & ((1 << bits) - 1) != 0


def _divide(a, b):
    """(a // b, a % b); b is not zero."""
    if _compare(a, b) < 0:
        return [], a
    if len(b) == 1:
        q, rest = _divide_digit(a, b[0])
        return q, _one_digit(rest)
    # With the highest bit of the divisor set, a digit of the quotient is estimated too large by 2 at most.
    shift = SHIFT - _bit_length_of_digit(b[len(b) - 1])
    n = len(b)
    v = [0] * n
    _shift_bits(v, 0, b, shift)
    u = [0] * (len(a) + 1)
    u[len(a)] = _shift_bits(u, 0, a, shift)
    m = len(u) - n
    result = [0] * m
    j = m - 1
    d = r_uint(v[n - 1]) << 1
    reciprocal = _reciprocal(d)
    while j >= 0:
        q = _estimate(u, j + n, v, d, reciprocal)
        if _subtract_product(u, j, v, q):
            q -= r_uint(1)
            carry = _add_digits(u, j, v)
            u[j + n] = intmask((r_uint(u[j + n]) + carry) & UMASK)
        result[j] = intmask(q)
        j -= 1
    return _normal(result), _shift_right(_normal(u), shift)


def _estimate(u, at, v, d, reciprocal):
    """The digit of the quotient of u, whose digits above `at` are 0, and v, or one more; d is twice the highest digit of
    v, and `reciprocal` its reciprocal."""
    n = len(v)
    top, second = r_uint(v[n - 1]), r_uint(v[n - 2])
    high, low, next = r_uint(u[at]), r_uint(u[at - 1]), r_uint(u[at - 2])
    if high >= top:
        q, r = UMASK, low + top
        if r > UMASK:
            return q
    else:
        q = _divide_words(high, low << 1, d, reciprocal)
        r = ((low << 1) - q * d) >> 1
    while True:
        # q * second > r * 2**SHIFT + next
        above, rest = uint_mul_high(q, second), r >> 1
        if above < rest or above == rest and q * second <= ((r << SHIFT) | next):
            return q
        q -= r_uint(1)
        r += top
        if r > UMASK:
            return q


def _subtract_product(u, at, v, n):
    """u -= v * n << (at * SHIFT), in place, modulo a power of the base; whether that is less than 0."""
    carry = r_uint(0)
    borrow = 0
    for i in range(len(v)):
        digit = r_uint(v[i])
        low, high = n * digit, uint_mul_high(n, digit)
        carry += low & UMASK
        x = u[i + at] - borrow - intmask(carry & UMASK)
        carry = _high(low, high) + (carry >> SHIFT)
        u[i + at] = x & MASK
        borrow = 1 if x < 0 else 0
    x = u[len(v) + at] - borrow - intmask(carry)
    u[len(v) + at] = x & MASK
    return x < 0


def _make_float(a, sticky, exponent):
    """(a + a bit) * 2**exponent, rounded to even; `sticky`: whether there is a bit."""
    n = _bits(a)
    if n == 0:
        return 0.0
    if n + exponent > MAX_EXPONENT:
        raise OverflowError("integer too large to convert to float")
    lowest = max(n + exponent - FLOAT_BITS, MIN_EXPONENT)
    drop = lowest - exponent
    if drop > 0:
        half = drop - 1
        above = _bit(a, half)
        below = sticky or _lost_bits(a, half)
        a = _shift_right(a, drop)
        if above and (below or (len(a) > 0 and a[0] & 1)):
            a = _add(a, [1])
        exponent = lowest
    value = 0.0
    i = len(a) - 1
    while i >= 0:
        value = value * FLOAT_BASE + float(a[i])
        i -= 1
    value = math.ldexp(value, exponent)
    if isinf(value):
        raise OverflowError("integer too large to convert to float")
    return value


def _bit(a, i):
    word = i // SHIFT
    return word < len(a) and (a[word] >> (i % SHIFT)) & 1 != 0


def _bits_at(a, i, width):
    """`width` bits, less than a digit has, from bit i on."""
    word, bit = i // SHIFT, i % SHIFT
    if word >= len(a):
        return 0
    x = a[word] >> bit
    if bit + width > SHIFT and word + 1 < len(a):
        x |= a[word + 1] << (SHIFT - bit)
    return x & ((1 << width) - 1)


def _format(a, digits):
    """The magnitude in the base of as many digits."""
    base = len(digits)
    if len(a) == 0:
        return digits[0]
    if base & (base - 1) == 0:
        return _format_power_of_2(a, digits)
    # As many digits at a time as fit in a word.
    power, width = base, 1
    while power <= MASK // base:
        power *= base
        width += 1
    parts = []
    while len(a) > 0:
        a, rest = _divide_digit(a, power)
        parts.append(rest)
    builder = StringBuilder(len(parts) * width)
    i = len(parts) - 1
    first = True
    while i >= 0:
        x = parts[i]
        place = power // base
        while place:
            d = x // place
            x -= d * place
            if not (first and d == 0):
                builder.append(digits[d])
                first = False
            place //= base
        i -= 1
    return builder.build()


def _format_power_of_2(a, digits):
    base = len(digits)
    width = 0
    while (1 << width) < base:
        width += 1
    count = (_bits(a) + width - 1) // width
    builder = StringBuilder(count)
    i = count - 1
    while i >= 0:
        builder.append(digits[_bits_at(a, i * width, width)])
        i -= 1
    return builder.build()


def _parse(parser):
    """The number that a parser of digits holds."""
    base = parser.base
    power_limit = MASK // base
    digits = []
    tone, value = 1, 0
    while True:
        d = parser.next_digit()
        if d < 0:
            break
        value = value * base + d
        tone *= base
        if tone > power_limit:
            digits = _multiply_digit(digits, tone, value)
            tone, value = 1, 0
    if tone > 1:
        digits = _multiply_digit(digits, tone, value)
    return _make(parser.sign, digits)


def _complement(sign, a, n):
    """n digits in two's complement."""
    result = [0] * n
    carry = 1
    for i in range(n):
        x = a[i] if i < len(a) else 0
        if sign < 0:
            # The lowest digits that are 0 stay so.
            if x or not carry:
                x = MASK - x + carry
                carry = 0
        result[i] = x
    return result


@specialize.arg(1)
def _bitwise(x, op, y):
    if x.sign >= 0 and y.sign >= 0:
        return _make(1, _bitwise_digits(x._digits, op, y._digits))
    n = max(len(x._digits), len(y._digits)) + 1
    a = _complement(x.sign, x._digits, n)
    b = _complement(y.sign, y._digits, n)
    result = [0] * n
    for i in range(n):
        result[i] = _bitwise_digit(a[i], op, b[i])
    if result[n - 1] >> (SHIFT - 1):
        return _make(-1, _normal(_complement(-1, result, n)))
    return _make(1, _normal(result))


@specialize.arg(1)
def _bitwise_digits(a, op, b):
    if len(a) < len(b):
        a, b = b, a
    n = len(b)
    result = [0] * (n if op == '&' else len(a))
    for i in range(n):
        result[i] = _bitwise_digit(a[i], op, b[i])
    for i in range(n, len(result)):
        result[i] = a[i]
    return _normal(result)


@specialize.arg(1)
def _bitwise_digit(x, op, y):
    if op == '&':
        return x & y
    elif op == '|':
        return x | y
    return x ^ y


def _make(sign, digits):
    """A number; `digits` is normal."""
    return rbigint(digits, sign)


def _rounded_down(v, w):
    """(v // w, v % w), rounded to minus infinity."""
    quotient, rest = _divrem(v, w)
    if rest.sign * w.sign < 0:
        rest = rest.add(w)
        quotient = quotient.int_sub(1)
    return quotient, rest


def _divrem1(v, n):
    """(quotient, rest) of the magnitude of v and a digit n > 0."""
    q, rest = _divide_digit(v._digits, n)
    return _make(1, q), rest


def _divrem(v, w):
    """(quotient, rest), rounded to zero: the sign of the rest is that of v."""
    if w.sign == 0:
        raise ZeroDivisionError("long division or modulo by zero")
    q, r = _divide(v._digits, w._digits)
    return _make(v.sign * w.sign, q), _make(v.sign, r)


def _low_word(x):
    """The lowest word of the magnitude."""
    result = r_uint(0)
    i = min(len(x._digits), LONG_BIT // SHIFT + 1) - 1
    while i >= 0:
        result = (result << SHIFT) | r_uint(x._digits[i])
        i -= 1
    return result


# ____________________________________________________________ numbers


class rbigint(object):
    """An integer of any size. It never changes."""
    _immutable_ = True
    _immutable_fields_ = ['_digits[*]']

    def __init__(self, digits=[], sign=0, size=0):
        digits = _normal(digits)
        self._digits = digits
        self.sign = sign if len(digits) > 0 else 0

    def __eq__(self, other):
        # For tests.
        return isinstance(other, rbigint) and self.eq(other)

    def __ne__(self, other):
        return not (self == other)

    def __hash__(self):
        return self.hash()

    def __repr__(self):
        return '<rbigint %s>' % self.str()

    def numdigits(self):
        return max(1, len(self._digits))

    def digit(self, i):
        return self._digits[i] if i < len(self._digits) else 0

    def udigit(self, i):
        return r_uint(self.digit(intmask(i)))

    # ---- from other numbers

    @staticmethod
    def fromint(intval):
        return _make(-1 if intval < 0 else 1, _magnitude_of_int(intval))

    @staticmethod
    def frombool(b):
        return ONERBIGINT if b else NULLRBIGINT

    @staticmethod
    def fromlong(l):
        "NOT_RPYTHON"
        digits = []
        x = abs(l)
        while x:
            digits.append(int(x & MASK))
            x >>= SHIFT
        return _make(-1 if l < 0 else 1, digits)

    @staticmethod
    def fromfloat(dval):
        if isinf(dval):
            raise OverflowError("cannot convert float infinity to integer")
        if isnan(dval):
            raise ValueError("cannot convert float NaN to integer")
        return rbigint._fromfloat_finite(dval)

    @staticmethod
    def _fromfloat_finite(dval):
        sign = 1
        if dval < 0.0:
            sign = -1
            dval = -dval
        mantissa, exponent = math.frexp(dval)
        if exponent <= 0:
            return NULLRBIGINT
        # A word more than the mantissa has.
        count = (exponent - 1) // SHIFT + 1
        digits = [0] * count
        mantissa = math.ldexp(mantissa, (exponent - 1) % SHIFT + 1)
        i = count - 1
        while i >= 0:
            d = int(mantissa)
            digits[i] = d
            mantissa = (mantissa - float(d)) * FLOAT_BASE
            i -= 1
        return _make(sign, _normal(digits))

    @staticmethod
    @specialize.argtype(0)
    def fromrarith_int(i):
        if not we_are_translated():
            return rbigint.fromlong(long_of(i))
        if i < 0:
            return _make(-1, _from_uint(r_uint(0) - r_uint(i)))
        return _make(1, _from_uint(r_uint(i)))

    @staticmethod
    def fromdecimalstr(s):
        """Of decimal digits, with a sign perhaps."""
        parser = NumberStringParser(s, s, 10, 'long')
        return _parse(parser)

    @staticmethod
    def fromstr(s, base=0, allow_underscores=False):
        """Of a literal: with spaces around it, and an `L` at the end that is no digit."""
        literal = strip_spaces(s)
        if (literal.endswith('l') or literal.endswith('L')) and base < 22:
            end = len(literal) - 1
            assert end >= 0
            literal = literal[:end]
        return _parse(NumberStringParser(s, literal, base, 'long', allow_underscores))

    @staticmethod
    def _from_numberstring_parser(parser):
        return _parse(parser)

    @staticmethod
    def from_list_n_bits(list, nbits):
        """Of digits in base 2**nbits."""
        digits = [0] * (len(list) * nbits // SHIFT + 1)
        for i in range(len(list)):
            at = i * nbits
            word, bit = at // SHIFT, at % SHIFT
            digits[word] |= (list[i] << bit) & MASK
            above = list[i] >> (SHIFT - bit)
            if above:
                digits[word + 1] |= above
        return _make(1, _normal(digits))

    @staticmethod
    def frombytes(s, byteorder, signed):
        if byteorder not in ('big', 'little'):
            raise InvalidEndiannessError()
        n = len(s)
        if n == 0:
            return NULLRBIGINT
        # With room for a carry.
        bytes = [0] * (n + 1)
        for i in range(n):
            bytes[i] = ord(s[n - 1 - i]) if byteorder == 'big' else ord(s[i])
        negative = signed and bytes[n - 1] >= 0x80
        if negative:
            carry = 1
            for i in range(n):
                carry += 0xff - bytes[i]
                bytes[i] = carry & 0xff
                carry >>= 8
            bytes[n] = carry
        magnitude = rbigint.from_list_n_bits(bytes, 8)
        return _make(-1 if negative else 1, magnitude._digits)

    def tobytes(self, nbytes, byteorder, signed):
        if byteorder not in ('big', 'little'):
            raise InvalidEndiannessError()
        if not signed and self.sign < 0:
            raise InvalidSignednessError()
        words = max((nbytes * 8) // SHIFT, len(self._digits)) + 2
        digits = _complement(self.sign, self._digits, words)
        chars = [0] * nbytes
        for i in range(nbytes):
            chars[i] = _bits_at(digits, i * 8, 8)
        # What is left must be the sign alone.
        sign_bit = self.sign < 0
        i = nbytes * 8
        while i < words * SHIFT:
            if _bit(digits, i) != sign_bit:
                raise OverflowError()
            i += 1
        if signed and nbytes > 0 and (chars[nbytes - 1] >= 0x80) != sign_bit:
            raise OverflowError()
        if nbytes == 0 and sign_bit:
            raise OverflowError()
        builder = StringBuilder(nbytes)
        for i in range(nbytes):
            builder.append(chr(chars[nbytes - 1 - i] if byteorder == 'big' else chars[i]))
        return builder.build()

    # ---- to other numbers

    def toint(self):
        """The machine integer; OverflowError if it does not fit."""
        n = _bits(self._digits)
        if n < LONG_BIT:
            return intmask(_low_word(self)) * self.sign
        x = _low_word(self)
        if n == LONG_BIT and self.sign < 0 and x == r_uint(1) << (LONG_BIT - 1):
            return intmask(x)
        raise OverflowError

    def _toint_helper(self):
        return self.toint()

    def tolonglong(self):
        return r_longlong(self.toint())

    def tobool(self):
        return self.sign != 0

    def touint(self):
        if self.sign < 0:
            raise ValueError("cannot convert negative integer to unsigned int")
        if _bits(self._digits) > LONG_BIT:
            raise OverflowError
        return _low_word(self)

    def toulonglong(self):
        if self.sign < 0:
            raise ValueError("cannot convert negative integer to unsigned int")
        if _bits(self._digits) > LONG_BIT:
            raise OverflowError
        return r_ulonglong(_low_word(self))

    def uintmask(self):
        x = _low_word(self)
        return r_uint(0) - x if self.sign < 0 else x

    def ulonglongmask(self):
        return r_ulonglong(self.uintmask())

    def tofloat(self):
        x = _make_float(self._digits, False, 0)
        return -x if self.sign < 0 else x

    def tolong(self):
        "NOT_RPYTHON"
        x = 0
        i = len(self._digits) - 1
        while i >= 0:
            x = (x << SHIFT) + self._digits[i]
            i -= 1
        return long_of(x * self.sign)

    def format(self, digits, prefix='', suffix='', max_str_digits=0):
        """In the base of as many digits.  MaxIntError: these are more than `max_str_digits`, which is not 0."""
        number = _format(self._digits, digits)
        if 0 < max_str_digits < len(number):
            raise MaxIntError('the number has too many digits')
        text = prefix + number + suffix
        return '-' + text if self.sign < 0 else text

    def repr(self):
        return self.format('0123456789', '', 'L')

    def str(self, max_str_digits=0):
        return self.format('0123456789', '', '', max_str_digits)

    def oct(self):
        if self.sign == 0:
            return '0L'
        return self.format('01234567', '0', 'L')

    def hex(self):
        return self.format('0123456789abcdef', '0x', 'L')

    # ---- comparison

    def _cmp(self, other):
        if self.sign != other.sign:
            return -1 if self.sign < other.sign else 1
        return self.sign * _compare(self._digits, other._digits)

    def eq(self, other):
        return self._cmp(other) == 0

    def ne(self, other):
        return self._cmp(other) != 0

    def lt(self, other):
        return self._cmp(other) < 0

    def le(self, other):
        return self._cmp(other) <= 0

    def gt(self, other):
        return self._cmp(other) > 0

    def ge(self, other):
        return self._cmp(other) >= 0

    def int_eq(self, other):
        return self.eq(rbigint.fromint(other))

    def int_ne(self, other):
        return self.ne(rbigint.fromint(other))

    def int_lt(self, other):
        return self.lt(rbigint.fromint(other))

    def int_le(self, other):
        return self.le(rbigint.fromint(other))

    def int_gt(self, other):
        return self.gt(rbigint.fromint(other))

    def int_ge(self, other):
        return self.ge(rbigint.fromint(other))

    def hash(self):
        """Equal for numbers that are equal modulo 2**64 - 1, with the sign; small numbers are their own hashes."""
        x = r_uint(0)
        i = len(self._digits) - 1
        while i >= 0:
            x = (x << SHIFT) | (x >> (LONG_BIT - SHIFT))
            d = r_uint(self._digits[i])
            x += d
            if x < d:
                x += r_uint(1)
            i -= 1
        return intmask(intmask(x) * self.sign)

    # ---- arithmetic

    def add(self, other):
        if self.sign == 0:
            return other
        if other.sign == 0:
            return self
        if self.sign == other.sign:
            return _make(self.sign, _add(self._digits, other._digits))
        order = _compare(self._digits, other._digits)
        if order == 0:
            return NULLRBIGINT
        if order > 0:
            return _make(self.sign, _subtract(self._digits, other._digits))
        return _make(other.sign, _subtract(other._digits, self._digits))

    def sub(self, other):
        return self.add(other.neg())

    def mul(self, other):
        return _make(self.sign * other.sign, _multiply(self._digits, other._digits))

    def int_add(self, other):
        return self.add(rbigint.fromint(other))

    def int_sub(self, other):
        return self.sub(rbigint.fromint(other))

    def int_mul(self, other):
        return self.mul(rbigint.fromint(other))

    def truediv(self, other):
        """The quotient as a float, rounded once."""
        if other.sign == 0:
            raise ZeroDivisionError("long division or modulo by zero")
        if self.sign == 0:
            return -0.0 if other.sign < 0 else 0.0
        a, b = self._digits, other._digits
        shift = FLOAT_BITS + 2 - (_bits(a) - _bits(b))
        if shift > 0:
            a = _shift_left(a, shift)
        else:
            b = _shift_left(b, -shift)
        q, r = _divide(a, b)
        try:
            x = _make_float(q, len(r) > 0, -shift)
        except OverflowError:
            raise OverflowError("long/long too large for a float")
        return -x if self.sign != other.sign else x

    def floordiv(self, other):
        return _rounded_down(self, other)[0]

    def div(self, other):
        return self.floordiv(other)

    def mod(self, other):
        return _rounded_down(self, other)[1]

    def int_mod(self, other):
        return self.mod(rbigint.fromint(other))

    def divmod(self, other):
        return _rounded_down(self, other)

    def pow(self, other, modulus=None):
        """self ** other, perhaps modulo a number."""
        if other.sign < 0:
            if modulus is not None:
                raise TypeError("pow() 2nd argument cannot be negative when 3rd argument specified")
            raise ValueError("bigint pow() too negative")
        base = self
        if modulus is not None:
            if modulus.sign == 0:
                raise ValueError("pow() 3rd argument cannot be 0")
            base = base.mod(modulus)
            result = ONERBIGINT.mod(modulus)
        else:
            result = ONERBIGINT
            if base.sign == 0:
                return NULLRBIGINT if other.sign else ONERBIGINT
            if len(base._digits) == 1 and base._digits[0] == 1:
                odd = other.sign != 0 and other._digits[0] & 1
                return base if odd or base.sign > 0 else base.neg()
            if len(base._digits) == 1 and base._digits[0] == 2 and len(other._digits) == 1:
                n = other._digits[0]
                return _make(-1 if base.sign < 0 and n & 1 else 1, _shift_left([1], n))
        i = _bits(other._digits) - 1
        while i >= 0:
            result = result.mul(result)
            if modulus is not None:
                result = result.mod(modulus)
            if _bit(other._digits, i):
                result = result.mul(base)
                if modulus is not None:
                    result = result.mod(modulus)
            i -= 1
        return result

    def neg(self):
        return _make(-self.sign, self._digits)

    def abs(self):
        return _make(1, self._digits) if self.sign < 0 else self

    def invert(self):
        return self.int_add(1).neg()

    # ---- bits

    def lshift(self, int_other):
        if int_other < 0:
            raise ValueError("negative shift count")
        return _make(self.sign, _shift_left(self._digits, int_other))

    def lqshift(self, int_other):
        return self.lshift(int_other)

    def rshift(self, int_other, dont_invert=False):
        """Rounds to minus infinity; with `dont_invert` the magnitude is shifted."""
        if int_other < 0:
            raise ValueError("negative shift count")
        digits = _shift_right(self._digits, int_other)
        if self.sign < 0 and not dont_invert and _lost_bits(self._digits, int_other):
            digits = _add(digits, [1])
        return _make(self.sign, digits)

    def abs_rshift_and_mask(self, bigshiftcount, mask):
        """(abs(self) >> count) & mask, for a mask of as many ones as a machine integer has room for."""
        shifted = _make(1, _shift_right(self._digits, intmask(bigshiftcount)))
        return intmask(_low_word(shifted)) & mask

    def and_(self, other):
        return _bitwise(self, '&', other)

    def xor(self, other):
        return _bitwise(self, '^', other)

    def or_(self, other):
        return _bitwise(self, '|', other)

    def int_and_(self, other):
        return self.and_(rbigint.fromint(other))

    def int_xor(self, other):
        return self.xor(rbigint.fromint(other))

    def int_or_(self, other):
        return self.or_(rbigint.fromint(other))

    def bit_length(self):
        return _bits(self._digits)

    # ---- what newer versions of RPython have as well

    @property
    def _size(self):
        """The number of digits with the sign of the number."""
        return self.sign * len(self._digits)

    def get_sign(self):
        return self.sign

    def _set_sign(self, sign):
        """Only for a number that was just made and that nobody else has."""
        self.sign = sign if len(self._digits) > 0 else 0

    def fits_int(self):
        """Whether `toint` gives it."""
        try:
            self.toint()
        except OverflowError:
            return False
        return True

    def int_floordiv(self, other):
        return self.floordiv(rbigint.fromint(other))

    int_div = int_floordiv

    def int_divmod(self, other):
        return self.divmod(rbigint.fromint(other))

    def int_mod_int_result(self, other):
        return self.int_mod(other).toint()

    def int_pow(self, other, modulus=None):
        return self.pow(rbigint.fromint(other), modulus)

    def rqshift(self, int_other):
        """The magnitude is shifted, by a number that is not negative."""
        return _make(self.sign, _shift_right(self._digits, int_other))

    def bit_count(self):
        """The number of ones in the magnitude."""
        count = 0
        for digit in self._digits:
            rest = intmask(digit)
            while rest:
                rest &= rest - 1
                count += 1
        return count

    def gcd(self, other):
        a, b = self.abs(), other.abs()
        while b.sign:
            a, b = b, a.mod(b)
        return a

    def isqrt(self):
        """The square root, rounded down, by Newton's method from above."""
        if self.sign < 0:
            raise ValueError("isqrt() argument must be nonnegative")
        if self.sign == 0:
            return NULLRBIGINT
        root = ONERBIGINT.lshift((self.bit_length() + 1) >> 1)
        while True:
            better = root.add(self.floordiv(root)).rshift(1)
            if better.ge(root):
                return root
            root = better

    @staticmethod
    def add_int_int_bigint_result(a, b):
        return rbigint.fromint(a).int_add(b)

    @staticmethod
    def sub_int_int_bigint_result(a, b):
        return rbigint.fromint(a).int_sub(b)

    @staticmethod
    def mul_int_int_bigint_result(a, b):
        return rbigint.fromint(a).int_mul(b)

    @staticmethod
    def lshift_int_int_bigint_result(a, count):
        return rbigint.fromint(a).lshift(count)

    def log(self, base):
        """The logarithm; natural for a base of 0."""
        if base == 10.0:
            return _log(math.log10, self)
        if base == 2.0:
            n = self.sub(ONERBIGINT).and_(self)
            if n.sign == 0 and self.sign > 0:
                return float(self.bit_length() - 1)
        x = _log(math.log, self)
        if base != 0.0:
            x /= math.log(base)
        return x

    def _normalize(self):
        self._digits = _normal(self._digits)
        if len(self._digits) == 0:
            self.sign = 0


@specialize.arg(0)
def _log(f, x):
    if x.sign <= 0:
        raise ValueError
    n = _bits(x._digits)
    if n <= 1000:
        return f(x.tofloat())
    drop = n - 64
    return f(_make_float(_shift_right(x._digits, drop), _lost_bits(x._digits, drop), 0)) + float(drop) * f(2.0)


def long_of(x):
    "NOT_RPYTHON"
    return _long(x)


_long = type(1 << 100)
NULLRBIGINT = rbigint([], 0)
ONERBIGINT = rbigint([1], 1)
NULLDIGIT = 0
ONEDIGIT = 1


def digits_from_nonneg_long(l):
    "NOT_RPYTHON"
    return rbigint.fromlong(l)._digits


def digits_for_most_neg_long(l):
    "NOT_RPYTHON"
    return rbigint.fromlong(l)._digits


def args_from_long(l):
    "NOT_RPYTHON"
    x = rbigint.fromlong(l)
    return x._digits, x.sign


def _AsScaledDouble(v):
    """A float x and a count n for which v is nearly x * 2**(n * SHIFT): of numbers that may be too large for a float."""
    n = max(len(v._digits) - 2, 0)
    x = _make_float(v._digits[n:], False, 0)
    return -x if v.sign < 0 else x, n


def bit_length_int(val):
    """The number of bits of an integer without its sign: `val.bit_length()` of Python's integers."""
    if val < 0:
        if val == -val:
            return LONG_BIT
        val = -val
    count = 0
    while val:
        val >>= 1
        count += 1
    return count


def frombytes_int(s, byteorder, signed):
    """As `rbigint.frombytes`, of a number that is a machine word.  OverflowError: it is none."""
    return rbigint.frombytes(s, byteorder, signed).toint()


def tobytes_int(intval, nbytes, byteorder, signed):
    """As `rbigint.tobytes`, of a machine word."""
    return rbigint.fromint(intval).tobytes(nbytes, byteorder, signed)
