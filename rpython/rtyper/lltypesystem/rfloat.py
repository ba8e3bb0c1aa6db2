"""Helpers of floats."""
from rpython.rtyper.lltypesystem.ll import extern, malloc, op, typeOf


def ll_float_mod(x, y):
    m = extern('gx_math_fmod', 'Float', x, y)
    if m != 0.0:
        if (m < 0.0) != (y < 0.0):
            m = m + y
    else:
        m = extern('gx_math_copysign', 'Float', 0.0, y)
    return m


def ll_float_floordiv(x, y):
    m = extern('gx_math_fmod', 'Float', x, y)
    q = (x - m) / y
    if m != 0.0 and (m < 0.0) != (y < 0.0):
        q = q - 1.0
    if q != 0.0:
        f = extern('gx_math_floor', 'Float', q)
        if q - f > 0.5:
            f = f + 1.0
        return f
    return extern('gx_math_copysign', 'Float', 0.0, x / y)


def ll_float_pow(x, y):
    if x == 0.0 and y < 0.0:
        raise ZeroDivisionError
    if x < 0.0 and extern('gx_math_floor', 'Float', y) != y and y - y == 0.0 and x - x == 0.0:
        raise ValueError
    r = extern('gx_math_pow', 'Float', x, y)
    if r - r != 0.0 and x - x == 0.0 and y - y == 0.0:
        raise OverflowError
    return r


def ll_str_to_float(s):
    x = extern('gx_float_parse', 'Float', s)
    if extern('gx_errno', 'Signed') != 0:
        raise ValueError
    return x


def ll_str_to_float_python3(s):
    """Python 3 allows an underscore between two digits."""
    n = len(s)
    count = 0
    i = 1
    while i < n - 1:
        if _ll_is_underscore(s, i):
            count += 1
        i += 1
    if count == 0:
        return ll_str_to_float(s)
    r = malloc(typeOf(s), n - count)
    i = 0
    at = 0
    while i < n:
        if not (0 < i and i < n - 1 and _ll_is_underscore(s, i)):
            r[at] = s[i]
            at += 1
        i += 1
    return ll_str_to_float(r)


def _ll_is_underscore(s, i):
    if ord(s[i]) != 95:
        return False
    before = ord(s[i - 1])
    after = ord(s[i + 1])
    return 48 <= before and before <= 57 and 48 <= after and after <= 57


def ll_hash_float(x):
    """The hash of the 62 highest bits of the fraction (0.5 <= fraction < 1) and of the exponent, as `compute_hash` has it."""
    if x != x:
        return 0
    if x - x != 0.0:
        if x > 0.0:
            return 314159
        return -271828
    bits = op('Signed', 'convert_float_bytes_to_longlong', x)
    exponent = ((bits >> 52) & 2047) - 1022
    fraction = bits & 4503599627370495
    if exponent == -1022:
        if fraction == 0:
            return 0
        # A denormal: the leading bit is found by hand.
        exponent = -1021
        while fraction < 4503599627370496:
            fraction = fraction << 1
            exponent -= 1
    else:
        fraction += 4503599627370496
    h = (fraction >> 22) + ((fraction & 4194303) << 9)
    if bits < 0:
        h = -h
    return h + (exponent << 15)
