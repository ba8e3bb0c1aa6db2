"""Helpers of integers."""

from rpython.rtyper.lltypesystem.ll import op


def ll_int_pow(x, y):
    if y < 0:
        raise ValueError
    result = 1
    while y > 0:
        if y & 1:
            result = result * x
        y >>= 1
        if y > 0:
            x = x * x
    return result


def ll_uint_pow(x, y):
    result = op('Unsigned', 'cast_int_to_uint', 1)
    while op('Bool', 'uint_is_true', y):
        if op('Signed', 'cast_uint_to_int', y) & 1:
            result = op('Unsigned', 'uint_mul', result, x)
        x = op('Unsigned', 'uint_mul', x, x)
        y = op('Unsigned', 'uint_rshift', y, 1)
    return result


def ll_int_pow_mod(x, y, z):
    if z == 0:
        raise ValueError
    if y < 0:
        raise ValueError
    if z < -2147483648 or z > 2147483648:
        return _ll_int_pow_mod_wide(x, y, z)
    result = 1 % z
    x = x % z
    while y > 0:
        if y & 1:
            result = result * x % z
        y >>= 1
        if y > 0:
            x = x * x % z
    return result


def _ll_int_pow_mod_wide(x, y, z):
    """Products of two remainders do not fit in a word: they are added up bit by bit, modulo |z| <= 2**63."""
    if z == -9223372036854775807 - 1:
        m = op('Unsigned', 'cast_int_to_uint', z)
        x = x & 9223372036854775807
    else:
        m = op('Unsigned', 'cast_int_to_uint', abs(z))
        x = x % abs(z)
    base = op('Unsigned', 'cast_int_to_uint', x)
    result = op('Unsigned', 'cast_int_to_uint', 1)
    while y > 0:
        if y & 1:
            result = _ll_mul_mod(result, base, m)
        y >>= 1
        if y > 0:
            base = _ll_mul_mod(base, base, m)
    r = op('Signed', 'cast_uint_to_int', result)
    if z < 0 and r != 0:
        return r + z
    return r


def _ll_mul_mod(a, b, m):
    """a * b % m, for a and b below m, and m <= 2**63."""
    result = op('Unsigned', 'cast_int_to_uint', 0)
    while op('Bool', 'uint_is_true', b):
        if op('Signed', 'cast_uint_to_int', b) & 1:
            result = op('Unsigned', 'uint_add', result, a)
            if op('Bool', 'uint_ge', result, m):
                result = op('Unsigned', 'uint_sub', result, m)
        a = op('Unsigned', 'uint_add', a, a)
        if op('Bool', 'uint_ge', a, m):
            a = op('Unsigned', 'uint_sub', a, m)
        b = op('Unsigned', 'uint_rshift', b, 1)
    return result


def ll_int_truediv(a, b):
    """a / b of words, b not 0: the float that is nearest. Words up to 2**53 are floats."""
    if -9007199254740992 <= a <= 9007199254740992 and -9007199254740992 <= b <= 9007199254740992:
        return op('Float', 'cast_int_to_float', a) / op('Float', 'cast_int_to_float', b)
    return _ll_int_truediv_digits(a, b)


def _ll_magnitude(i):
    u = op('Unsigned', 'cast_int_to_uint', i)
    if i < 0:
        return op('Unsigned', 'uint_sub', op('Unsigned', 'cast_int_to_uint', 0), u)
    return u


def _ll_int_truediv_digits(a, b):
    """The same by a division with 55 binary digits or more, the last of which tells of a rest."""
    if a == 0:
        return op('Float', 'cast_int_to_float', a) / op('Float', 'cast_int_to_float', b)
    one = op('Unsigned', 'cast_int_to_uint', 1)
    enough = op('Unsigned', 'cast_int_to_uint', 18014398509481984)
    y = _ll_magnitude(b)
    digits = op('Unsigned', 'uint_floordiv', _ll_magnitude(a), y)
    rest = op('Unsigned', 'uint_mod', _ll_magnitude(a), y)
    scale = 1.0
    while op('Bool', 'uint_lt', digits, enough):
        digits = op('Unsigned', 'uint_add', digits, digits)
        rest = op('Unsigned', 'uint_add', rest, rest)
        scale = scale * 0.5
        if op('Bool', 'uint_ge', rest, y):
            rest = op('Unsigned', 'uint_sub', rest, y)
            digits = op('Unsigned', 'uint_add', digits, one)
    if op('Bool', 'uint_is_true', rest):
        digits = op('Unsigned', 'uint_or', digits, one)
    result = op('Float', 'cast_uint_to_float', digits) * scale
    if (a < 0) != (b < 0):
        return -result
    return result


# Integers and floats are compared as numbers. Conversion keeps the order, but beyond 2**53 different integers become the same float: then the
# float is one too, and they are compared as integers (only 2**63 is none of the machine's).

def ll_int_eq_float(i, y):
    if op('Float', 'cast_int_to_float', i) == y:
        return y < 9223372036854775808.0 and op('Signed', 'cast_float_to_int', y) == i
    return False


def ll_int_lt_float(i, y):
    x = op('Float', 'cast_int_to_float', i)
    if x == y:
        return y >= 9223372036854775808.0 or i < op('Signed', 'cast_float_to_int', y)
    return x < y


def ll_int_le_float(i, y):
    x = op('Float', 'cast_int_to_float', i)
    if x == y:
        return y >= 9223372036854775808.0 or i <= op('Signed', 'cast_float_to_int', y)
    return x < y


def ll_int_gt_float(i, y):
    x = op('Float', 'cast_int_to_float', i)
    if x == y:
        return y < 9223372036854775808.0 and i > op('Signed', 'cast_float_to_int', y)
    return x > y


def ll_int_ge_float(i, y):
    x = op('Float', 'cast_int_to_float', i)
    if x == y:
        return y < 9223372036854775808.0 and i >= op('Signed', 'cast_float_to_int', y)
    return x > y


def ll_uint_eq_float(i, y):
    if op('Float', 'cast_uint_to_float', i) == y:
        return y < 18446744073709551616.0 and op('Bool', 'uint_eq', op('Unsigned', 'cast_float_to_uint', y), i)
    return False


def ll_uint_lt_float(i, y):
    x = op('Float', 'cast_uint_to_float', i)
    if x == y:
        return y >= 18446744073709551616.0 or op('Bool', 'uint_lt', i, op('Unsigned', 'cast_float_to_uint', y))
    return x < y


def ll_uint_le_float(i, y):
    x = op('Float', 'cast_uint_to_float', i)
    if x == y:
        return y >= 18446744073709551616.0 or op('Bool', 'uint_le', i, op('Unsigned', 'cast_float_to_uint', y))
    return x < y


def ll_uint_gt_float(i, y):
    x = op('Float', 'cast_uint_to_float', i)
    if x == y:
        return y < 18446744073709551616.0 and op('Bool', 'uint_gt', i, op('Unsigned', 'cast_float_to_uint', y))
    return x > y


def ll_uint_ge_float(i, y):
    x = op('Float', 'cast_uint_to_float', i)
    if x == y:
        return y < 18446744073709551616.0 and op('Bool', 'uint_ge', i, op('Unsigned', 'cast_float_to_uint', y))
    return x > y
