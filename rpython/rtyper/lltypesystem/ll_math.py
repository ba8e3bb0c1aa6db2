"""Functions of `math` with Python's checks around the plain ones of the runtime."""
from rpython.rtyper.lltypesystem.ll import extern, op


def ll_math_isnan(x):
    return x != x


def ll_math_isinf(x):
    return x == x and x - x != 0.0


def ll_math_isfinite(x):
    return x - x == 0.0


def _ll_domain(x, r):
    """A result that is no number, of an argument that is one, is a domain error."""
    if r != r and x == x:
        raise ValueError
    return r


def _ll_range(x, r):
    if r == r and r - r != 0.0 and x - x == 0.0:
        raise OverflowError
    return _ll_domain(x, r)


def ll_math_log(x):
    if x <= 0.0:
        raise ValueError
    return extern('gx_math_log', 'Float', x)


def ll_math_log2(x):
    if x <= 0.0:
        raise ValueError
    return extern('gx_math_log2', 'Float', x)


def ll_math_log10(x):
    if x <= 0.0:
        raise ValueError
    return extern('gx_math_log10', 'Float', x)


def ll_math_log1p(x):
    if x <= -1.0:
        raise ValueError
    return extern('gx_math_log1p', 'Float', x)


def ll_math_exp(x):
    return _ll_range(x, extern('gx_math_exp', 'Float', x))


def ll_math_expm1(x):
    return _ll_range(x, extern('gx_math_expm1', 'Float', x))


def ll_math_cosh(x):
    return _ll_range(x, extern('gx_math_cosh', 'Float', x))


def ll_math_sinh(x):
    return _ll_range(x, extern('gx_math_sinh', 'Float', x))


def ll_math_sqrt(x):
    if x < 0.0:
        raise ValueError
    return op('Float', 'float_sqrt', x)


def ll_math_sin(x):
    return _ll_domain(x, extern('gx_math_sin', 'Float', x))


def ll_math_cos(x):
    return _ll_domain(x, extern('gx_math_cos', 'Float', x))


def ll_math_tan(x):
    return _ll_domain(x, extern('gx_math_tan', 'Float', x))


def ll_math_asin(x):
    return _ll_domain(x, extern('gx_math_asin', 'Float', x))


def ll_math_acos(x):
    return _ll_domain(x, extern('gx_math_acos', 'Float', x))


def ll_math_acosh(x):
    return _ll_domain(x, extern('gx_math_acosh', 'Float', x))


def ll_math_atanh(x):
    if x >= 1.0 or x <= -1.0:
        raise ValueError
    return extern('gx_math_atanh', 'Float', x)


def ll_math_hypot(x, y):
    r = extern('gx_math_hypot', 'Float', x, y)
    if r == r and r - r != 0.0 and x - x == 0.0 and y - y == 0.0:
        raise OverflowError
    return r


def ll_math_pow(x, y):
    r = extern('gx_math_pow', 'Float', x, y)
    if x - x == 0.0 and y - y == 0.0:
        if r != r:
            raise ValueError
        if r - r != 0.0:
            if x == 0.0:
                raise ValueError
            raise OverflowError
    return r


def ll_math_pow_of_python2(x, y):
    if x == 0.0 and y < 0.0:
        raise ValueError
    return ll_math_pow(x, y)


def ll_math_fmod(x, y):
    if y == 0.0 or x - x != 0.0:
        if x == x and y == y:
            raise ValueError
    return extern('gx_math_fmod', 'Float', x, y)


def ll_math_ldexp(x, n):
    r = extern('gx_math_ldexp', 'Float', x, n)
    if r - r != 0.0 and x - x == 0.0:
        raise OverflowError
    return r


def ll_math_modf_int(x):
    if x >= 0.0:
        return extern('gx_math_floor', 'Float', x)
    return extern('gx_math_ceil', 'Float', x)


def ll_math_modf_frac(x):
    if x - x != 0.0:
        if x == x:
            return extern('gx_math_copysign', 'Float', 0.0, x)
        return x
    return extern('gx_math_copysign', 'Float', x - ll_math_modf_int(x), x)


def ll_math_gamma(x):
    """ValueError at the poles, OverflowError where the result is too large."""
    if x != x:
        return x
    if x == 0.0 or (x < 0.0 and extern('gx_math_floor', 'Float', x) == x):
        raise ValueError
    r = extern('gx_math_gamma', 'Float', x)
    if r - r != 0.0 and x - x == 0.0:
        raise OverflowError
    return r


def ll_math_lgamma(x):
    if x <= 0.0 and extern('gx_math_floor', 'Float', x) == x and x - x == 0.0:
        raise ValueError
    r = extern('gx_math_lgamma', 'Float', x)
    if r - r != 0.0 and x - x == 0.0:
        raise OverflowError
    return r
