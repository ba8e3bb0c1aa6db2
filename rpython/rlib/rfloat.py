"""Floats: constants, tests, conversion to and from text."""

import math
import _genext
from math import acosh, asinh, atanh, expm1, log1p

from rpython.rlib.rarithmetic import ovfcheck

INFINITY = 1e200 * 1e200
NAN = abs(INFINITY - INFINITY)
DBL_MAX = 1.7976931348623157e308
DBL_MIN = 2.2250738585072014e-308
DBL_EPSILON = 2.220446049250313e-16
DBL_DIG = 15
DBL_MANT_DIG = 53
DBL_MAX_EXP = 1024
DBL_MIN_EXP = -1021
DBL_MAX_10_EXP = 308
DBL_MIN_10_EXP = -307
FLT_RADIX = 2
FLT_ROUNDS = 1

# Flags of `formatd`.
DTSF_SIGN = 0x1             # a sign in any case
DTSF_ADD_DOT_0 = 0x2        # '.0' behind what looks like an integer
DTSF_ALT = 0x4              # keep trailing zeros and the point
DTSF_CUT_EXP_0 = 0x8        # no leading zeros in the exponent
DTSF_STR_PRECISION = 12

DIST_FINITE = 1
DIST_NAN = 2
DIST_INFINITY = 3

INVALID_MSG = 'could not convert string to float'


def isinf(x):
    return x == INFINITY or x == -INFINITY


def isnan(x):
    return x != x


def isfinite(x):
    return x - x == 0.0


def copysign(x, y):
    """`x` with the sign of `y`."""
    return math.copysign(x, y)


def formatd(x, code, precision, flags=0):
    """Translated natively: text in format 'e', 'f', 'g' (and capitals) or 'r', the shortest that reads back."""
    return _genext.format_float(x, code, precision, flags)


def double_to_string(value, tp, precision, flags):
    """The text and what kind of number it is (DIST_...)."""
    if isnan(value):
        special = DIST_NAN
    elif isinf(value):
        special = DIST_INFINITY
    else:
        special = DIST_FINITE
    return formatd(value, tp, precision, flags), special


def string_to_float(s):
    """The number in decimal text; ParseStringError if it is none."""
    from rpython.rlib.rstring import ParseStringError, strip_spaces
    s = strip_spaces(s)
    try:
        return rstring_to_float(s)
    except ValueError:
        raise ParseStringError(INVALID_MSG)


def rstring_to_float(s):
    # Python 3 takes `1_0` for a number.
    if '_' in s:
        raise ValueError(INVALID_MSG)
    return float(s)


def round_away(x):
    """To the nearest integer; halves away from zero."""
    if not abs(x) < 4503599627370496.0:
        return x        # an integer already, infinite, or not a number
    magnitude = float(math.floor(abs(x) + 0.5))
    if magnitude - abs(x) > 0.5:        # 0.5 was added to 0.49999999999999994
        magnitude -= 1.0
    return copysign(float(magnitude), x)


def round_to_int(x):
    """Python 3's round(x): the nearest integer; halves to the even one."""
    return int(round_half_even(x))


def round_half_even(x):
    """To the nearest integer; halves to the even one."""
    rounded = round_away(x)
    if abs(x - rounded) == 0.5:
        rounded = 2.0 * round_away(x / 2.0)
    return rounded


def round_double(value, ndigits, half_even=False):
    """Rounds to decimal places (before the point if negative)."""
    if not isfinite(value) or value == 0.0:
        return value
    if ndigits > 308 + 15:
        return value
    if ndigits < -309:
        return 0.0 * value
    if ndigits < 0:
        power = math.pow(10.0, -ndigits)
        if half_even:
            return round_half_even(value / power) * power
        return round_away(value / power) * power
    # Text is rounded correctly, ties to even; a tie shows as a 5 with nothing behind it.
    if not half_even:
        exact = formatd(value, 'f', ndigits + 25)
        last = len(exact) - 25
        assert last >= 0
        if exact[last] == '5' and _only_zeros(exact, last + 1):
            return float(_next_decimal(exact[:last]))
    return float(formatd(value, 'f', ndigits))


def round_to_digits(value, ndigits):
    """Python 3's round(value, ndigits) of a float."""
    return round_double(value, ndigits, True)


def round_integer(n, ndigits):
    """Python 3's round(n, ndigits) of an integer: halves to the even one. OverflowError if the result does not fit in a word."""
    if ndigits >= 0:
        return n
    if ndigits < -18:
        if ndigits == -19 and (n > 5000000000000000000 or n < -5000000000000000000):
            raise OverflowError
        return 0
    power = 1
    for i in range(-ndigits):
        power *= 10
    remainder = n % power
    half = power // 2
    if remainder > half or (remainder == half and (n // power) & 1):
        return ovfcheck(n + (power - remainder))
    return ovfcheck(n - remainder)


def _next_decimal(text):
    """A decimal number whose last digit is one larger, away from zero."""
    digits = [c for c in text]
    i = len(digits) - 1
    while i >= 0:
        c = digits[i]
        if c == '9':
            digits[i] = '0'
        elif '0' <= c <= '8':
            digits[i] = chr(ord(c) + 1)
            return ''.join(digits)
        elif c == '-':
            break
        i -= 1
    first = i + 1
    assert first >= 0
    digits.insert(first, '1')
    return ''.join(digits)


def _only_zeros(text, start):
    for i in range(start, len(text)):
        if text[i] != '0':
            return False
    return True


def log2(x):
    """The logarithm to base 2, exact for powers of two."""
    mantissa, exponent = math.frexp(x)
    if x > 1.0:
        return math.log(2.0 * mantissa) / math.log(2.0) + (exponent - 1)
    return math.log(mantissa) / math.log(2.0) + exponent


def float_as_rbigint_ratio(value):
    """Two rbigints whose quotient is the float; the second is a power of two."""
    from rpython.rlib.rbigint import rbigint
    if isinf(value):
        raise OverflowError('cannot convert infinity to a ratio')
    if isnan(value):
        raise ValueError('cannot convert nan to a ratio')
    mantissa, exponent = math.frexp(value)
    while mantissa != float(math.floor(mantissa)):
        mantissa *= 2.0
        exponent -= 1
    numerator = rbigint.fromfloat(mantissa)
    one = rbigint.fromint(1)
    if exponent >= 0:
        return numerator.lshift(exponent), one
    return numerator, one.lshift(-exponent)


def erf(x):
    return math.erf(x)


def erfc(x):
    return math.erfc(x)


def gamma(x):
    return math.gamma(x)


def lgamma(x):
    return math.lgamma(x)


def _place(x):
    """The number of floats between zero and `x`, with its sign."""
    import struct
    bits = struct.unpack('<q', struct.pack('<d', x))[0]
    return bits if bits >= 0 else -(bits & 0x7FFFFFFFFFFFFFFF)


def ulps_check(expected, got, ulps=20):
    """For tests: None if at most `ulps` floats lie between the two, else what is wrong."""
    if isnan(expected) or isnan(got):
        distance = 0 if isnan(expected) and isnan(got) else ulps + 1
    else:
        distance = abs(_place(got) - _place(expected))
    if distance <= ulps:
        return None
    return 'error = %d ulps; permitted error = %d ulps' % (distance, ulps)


def acc_check(expected, got, rel_err=2e-15, abs_err=5e-323):
    """For tests: None if the two are as near as the errors allow, else what is wrong."""
    if isnan(expected) and isnan(got):
        return None
    if isinf(expected) or isinf(got) or isnan(expected) or isnan(got):
        return None if got == expected else 'got %r, expected %r' % (got, expected)
    error = abs(got - expected)
    if error <= max(abs_err, rel_err * abs(expected)):
        return None
    return 'error = %s; permitted error = %s' % (error, max(abs_err, rel_err * abs(expected)))
