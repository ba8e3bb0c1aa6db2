"""Complex numbers as pairs of floats: arithmetic, and the functions of `cmath`.

Functions of two numbers take pairs; functions of one number take its two parts. Infinities, NaNs and signed zeros give
what annex G of the C standard says. What C flags as invalid or as a division by zero raises ValueError; what overflows
raises OverflowError.
"""
import math
from math import fabs

from rpython.rlib.constant import (
    CM_LARGE_DOUBLE, CM_LOG_LARGE_DOUBLE, CM_SCALE_DOWN, CM_SCALE_UP, CM_SQRT_DBL_MIN, CM_SQRT_LARGE_DOUBLE,
    DBL_MANT_DIG, DBL_MIN, M_LN2, M_LN10)
from rpython.rlib.rfloat import INFINITY, NAN, asinh, copysign, isfinite, isinf, isnan, log1p

_QUARTER_TURN = math.pi / 2.0


def _domain_error():
    return ValueError('math domain error')


def _range_error():
    return OverflowError('math range error')


def c_isinf(r, i):
    return isinf(r) or isinf(i)


def c_isnan(r, i):
    return isnan(r) or isnan(i)


def c_isfinite(r, i):
    return isfinite(r) and isfinite(i)


# Arithmetic.

def c_neg(r, i):
    return -r, -i


def c_add(x, y):
    return x[0] + y[0], x[1] + y[1]


def c_sub(x, y):
    return x[0] - y[0], x[1] - y[1]


def c_mul(x, y):
    xr, xi = x
    yr, yi = y
    return xr * yr - xi * yi, xr * yi + xi * yr


def c_div(x, y):
    """Divides by the larger part of the divisor first, so that nothing overflows on the way."""
    xr, xi = x
    yr, yi = y
    if fabs(yr) >= fabs(yi):
        if yr == 0.0:
            raise ZeroDivisionError
        quotient = yi / yr
        divisor = yr + yi * quotient
        return (xr + xi * quotient) / divisor, (xi - xr * quotient) / divisor
    if isnan(yr):
        return NAN, NAN
    quotient = yr / yi
    divisor = yr * quotient + yi
    return (xr * quotient + xi) / divisor, (xi * quotient - xr) / divisor


def c_pow(x, y):
    xr, xi = x
    yr, yi = y
    if xi == 0.0 and yi == 0.0 and xr > 0.0:
        return math.pow(xr, yr), 0.0
    if (yr == 0.0 and yi == 0.0) or (xr == 1.0 and xi == 0.0):
        return 1.0, 0.0
    if xr == 0.0 and xi == 0.0:
        if yr < 0.0 or yi != 0.0:
            raise ZeroDivisionError
        return 0.0, 0.0
    modulus = math.hypot(xr, xi)
    angle = math.atan2(xi, xr)
    length = math.pow(modulus, yr)
    phase = angle * yr
    if yi != 0.0:
        length /= math.exp(angle * yi)
        phase += yi * math.log(modulus)
    try:
        return length * math.cos(phase), length * math.sin(phase)
    except ValueError:
        return NAN, NAN


# Modulus and argument.

def c_abs(r, i):
    if isinf(r) or isinf(i):
        return INFINITY         # also if the other part is a NaN
    if isnan(r) or isnan(i):
        return NAN
    result = math.hypot(r, i)
    if not isfinite(result):
        raise _range_error()
    return result


def c_phase(x, y):
    if isnan(x) or isnan(y):
        return NAN
    if isinf(x) and isinf(y):
        return copysign(math.pi / 4.0 if x > 0.0 else 0.75 * math.pi, y)
    if isinf(y):
        return copysign(_QUARTER_TURN, y)
    if isinf(x) or y == 0.0:
        return copysign(0.0 if copysign(1.0, x) > 0.0 else math.pi, y)
    return math.atan2(y, x)


def c_polar(r, i):
    return c_abs(r, i), c_phase(r, i)


def c_rect(r, phi):
    if isfinite(r) and isfinite(phi):
        return r * math.cos(phi), r * math.sin(phi)
    if isinf(phi):
        if isnan(r):
            return NAN, NAN
        if r != 0.0:
            raise _domain_error()
        return 0.0, 0.0
    if isnan(phi):
        if r == 0.0:
            return 0.0, 0.0
        return (INFINITY if isinf(r) else NAN), NAN
    if isnan(r):
        return NAN, (0.0 if phi == 0.0 else NAN)
    if phi == 0.0:
        return r, (phi if r > 0.0 else -phi)
    sign = copysign(1.0, r)
    return sign * copysign(INFINITY, math.cos(phi)), sign * copysign(INFINITY, math.sin(phi))


# Roots and logarithms.

def c_sqrt(x, y):
    """With |x| and |y| the root is s + di for s = sqrt((|x| + |z|) / 2) and d = |y| / 2s. What may overflow is divided
    by 8 before, and what is subnormal is multiplied."""
    if not isfinite(x) or not isfinite(y):
        return _sqrt_not_finite(x, y)
    if x == 0.0 and y == 0.0:
        return 0.0, y
    ax, ay = fabs(x), fabs(y)
    if ax < DBL_MIN and ay < DBL_MIN:
        ax = math.ldexp(ax, CM_SCALE_UP)
        s = math.ldexp(math.sqrt(ax + math.hypot(ax, math.ldexp(ay, CM_SCALE_UP))), CM_SCALE_DOWN)
    else:
        ax /= 8.0
        s = 2.0 * math.sqrt(ax + math.hypot(ax, ay / 8.0))
    d = ay / (2.0 * s)
    if x >= 0.0:
        return s, copysign(d, y)
    return d, copysign(s, y)


def _sqrt_not_finite(x, y):
    if isinf(y):
        return INFINITY, y
    if isnan(x):
        return NAN, NAN
    if not isinf(x):
        return NAN, NAN         # y is a NaN
    if x > 0.0:
        return INFINITY, (NAN if isnan(y) else copysign(0.0, y))
    if isnan(y):
        return NAN, INFINITY
    return 0.0, copysign(INFINITY, y)


def _log_not_finite(x, y):
    return (INFINITY if c_isinf(x, y) else NAN), c_phase(x, y)


def _log_of_large(x, y):
    """The logarithm of twice the modulus, of numbers whose modulus may overflow."""
    return math.log(math.hypot(x / 2.0, y / 2.0)) + M_LN2 * 2.0


def c_log(x, y):
    if not isfinite(x) or not isfinite(y):
        return _log_not_finite(x, y)
    ax, ay = fabs(x), fabs(y)
    if ax > CM_LARGE_DOUBLE or ay > CM_LARGE_DOUBLE:
        real = math.log(math.hypot(ax / 2.0, ay / 2.0)) + M_LN2
    elif ax < DBL_MIN and ay < DBL_MIN:
        if ax == 0.0 and ay == 0.0:
            raise _domain_error()
        # The modulus of subnormal parts is not exact.
        scaled = math.hypot(math.ldexp(ax, DBL_MANT_DIG), math.ldexp(ay, DBL_MANT_DIG))
        real = math.log(scaled) - DBL_MANT_DIG * M_LN2
    else:
        modulus = math.hypot(ax, ay)
        if 0.71 <= modulus <= 1.73:
            # Near 1 the difference from 1 counts, which rounding of the modulus would spoil.
            larger, smaller = max(ax, ay), min(ax, ay)
            real = log1p((larger - 1.0) * (larger + 1.0) + smaller * smaller) / 2.0
        else:
            real = math.log(modulus)
    return real, math.atan2(y, x)


def c_log10(x, y):
    real, imag = c_log(x, y)
    return real / M_LN10, imag / M_LN10


# Inverse functions.

def c_acos(x, y):
    if not isfinite(x) or not isfinite(y):
        real = _QUARTER_TURN if x == 0.0 and isnan(y) else c_phase(x, fabs(y))
        if not c_isinf(x, y):
            return real, NAN
        return real, (INFINITY if isnan(y) else copysign(INFINITY, -y))
    if fabs(x) > CM_LARGE_DOUBLE or fabs(y) > CM_LARGE_DOUBLE:
        return math.atan2(fabs(y), x), copysign(_log_of_large(x, y), -y)
    ar, ai = c_sqrt(1.0 - x, -y)
    br, bi = c_sqrt(1.0 + x, y)
    return 2.0 * math.atan2(ar, br), asinh(br * ai - bi * ar)


def c_acosh(x, y):
    if not isfinite(x) or not isfinite(y):
        return _log_not_finite(x, y)
    if fabs(x) > CM_LARGE_DOUBLE or fabs(y) > CM_LARGE_DOUBLE:
        return _log_of_large(x, y), math.atan2(y, x)
    ar, ai = c_sqrt(x - 1.0, y)
    br, bi = c_sqrt(x + 1.0, y)
    return asinh(ar * br + ai * bi), 2.0 * math.atan2(ai, br)


def c_asin(x, y):
    """asinh(iz) / i."""
    real, imag = c_asinh(-y, x)
    return imag, -real


def c_asinh(x, y):
    if not isfinite(x) or not isfinite(y):
        if isnan(x):
            return (INFINITY if isinf(y) else NAN), (y if y == 0.0 else NAN)
        return (copysign(INFINITY, x) if c_isinf(x, y) else NAN), c_phase(fabs(x), y)
    if fabs(x) > CM_LARGE_DOUBLE or fabs(y) > CM_LARGE_DOUBLE:
        return copysign(_log_of_large(x, y), x), math.atan2(y, fabs(x))
    ar, ai = c_sqrt(1.0 + y, -x)
    br, bi = c_sqrt(1.0 - y, x)
    return asinh(ar * bi - br * ai), math.atan2(y, ar * br - ai * bi)


def c_atan(x, y):
    """atanh(iz) / i."""
    real, imag = c_atanh(-y, x)
    return imag, -real


def c_atanh(x, y):
    if not isfinite(x) or not isfinite(y):
        if isnan(x):
            real = 0.0 if isinf(y) else NAN
        else:
            real = copysign(0.0, x) if x == 0.0 or c_isinf(x, y) else NAN
        if isnan(y) or not c_isinf(x, y):
            return real, NAN
        return real, copysign(_QUARTER_TURN, y)
    if x < 0.0:
        real, imag = _atanh_right(-x, -y)
        return -real, -imag
    return _atanh_right(x, y)


def _atanh_right(x, y):
    """For finite numbers in the right half of the plane."""
    ay = fabs(y)
    if x > CM_SQRT_LARGE_DOUBLE or ay > CM_SQRT_LARGE_DOUBLE:
        # 1 / z, and a quarter turn.
        half = math.hypot(x / 2.0, y / 2.0)
        return x / 4.0 / half / half, copysign(_QUARTER_TURN, y)
    if x == 1.0 and ay < CM_SQRT_DBL_MIN:
        if ay == 0.0:
            raise _domain_error()
        real = -math.log(math.sqrt(ay) / math.sqrt(math.hypot(ay, 2.0)))
        return real, copysign(math.atan2(2.0, -ay) / 2.0, y)
    left = 1.0 - x
    real = log1p(4.0 * x / (left * left + ay * ay)) / 4.0
    return real, -math.atan2(-2.0 * y, left * (1.0 + x) - ay * ay) / 2.0


# Exponential and hyperbolic functions, and the circular ones that follow from these.

def _in_range(real, imag):
    if c_isinf(real, imag):
        raise _range_error()
    return real, imag


def c_exp(x, y):
    if not isfinite(x) or not isfinite(y):
        return _exp_not_finite(x, y)
    if x > CM_LOG_LARGE_DOUBLE:
        length = math.exp(x - 1.0)
        real = length * math.cos(y) * math.e
        imag = length * math.sin(y) * math.e
    else:
        length = math.exp(x)
        real = length * math.cos(y)
        imag = length * math.sin(y)
    return _in_range(real, imag)


def _exp_not_finite(x, y):
    if isnan(x):
        return NAN, (y if y == 0.0 else NAN)
    if not isinf(x):
        if isinf(y):
            raise _domain_error()
        return NAN, NAN
    if x > 0.0:
        if isinf(y):
            raise _domain_error()
        if isnan(y):
            return INFINITY, NAN
        if y == 0.0:
            return INFINITY, y
        return copysign(INFINITY, math.cos(y)), copysign(INFINITY, math.sin(y))
    if not isfinite(y):
        return 0.0, 0.0
    return copysign(0.0, math.cos(y)), copysign(0.0, math.sin(y))


def _hyperbolic_not_finite(x, y):
    """cosh(z) and sinh(z), of which each is the other's with another sign if the real part is infinite."""
    if isinf(y) and not isnan(x):
        raise _domain_error()
    if isnan(x):
        return (NAN, 0.0 if y == 0.0 else NAN), (NAN, y if y == 0.0 else NAN)
    if isnan(y):
        if isinf(x):
            return (INFINITY, NAN), (INFINITY, NAN)
        if x == 0.0:
            return (NAN, 0.0), (0.0, NAN)
        return (NAN, NAN), (NAN, NAN)
    sign = copysign(1.0, x)
    if y == 0.0:
        return (INFINITY, sign * y), (x, y)
    real, imag = copysign(INFINITY, math.cos(y)), copysign(INFINITY, math.sin(y))
    return (real, sign * imag), (sign * real, imag)


def _hyperbolic(x):
    """cosh(x) and sinh(x) over a factor: they may overflow where the parts of a result do not."""
    if fabs(x) > CM_LOG_LARGE_DOUBLE:
        nearer = x - copysign(1.0, x)
        return math.cosh(nearer), math.sinh(nearer), math.e
    return math.cosh(x), math.sinh(x), 1.0


def c_cosh(x, y):
    if not isfinite(x) or not isfinite(y):
        return _hyperbolic_not_finite(x, y)[0]
    cosh, sinh, factor = _hyperbolic(x)
    return _in_range(math.cos(y) * cosh * factor, math.sin(y) * sinh * factor)


def c_sinh(x, y):
    if not isfinite(x) or not isfinite(y):
        return _hyperbolic_not_finite(x, y)[1]
    cosh, sinh, factor = _hyperbolic(x)
    return _in_range(math.cos(y) * sinh * factor, math.sin(y) * cosh * factor)


def c_tanh(x, y):
    """With t = tanh(x) and u = tan(y) it is (t + tu**2 + iu(1 - t**2)) / (1 + t**2 u**2), where 1 - t**2 is
    1 / cosh(x)**2, which loses no digits, and 4 exp(-2|x|) for large x."""
    if not isfinite(x) or not isfinite(y):
        return _tanh_not_finite(x, y)
    if fabs(x) > CM_LOG_LARGE_DOUBLE:
        return copysign(1.0, x), 4.0 * math.sin(y) * math.cos(y) * math.exp(-2.0 * fabs(x))
    t = math.tanh(x)
    u = math.tan(y)
    inverse = 1.0 / math.cosh(x)
    tu = t * u
    divisor = 1.0 + tu * tu
    return t * (1.0 + u * u) / divisor, u / divisor * inverse * inverse


def _tanh_not_finite(x, y):
    if isnan(x):
        return NAN, (y if y == 0.0 else NAN)
    if not isinf(x):
        if isinf(y):
            raise _domain_error()
        return NAN, NAN
    real = copysign(1.0, x)
    if not isfinite(y):
        return real, 0.0
    return real, copysign(0.0, math.sin(y) * math.cos(y) if y != 0.0 else y)


def c_cos(r, i):
    """cosh(iz)."""
    return c_cosh(-i, r)


def c_sin(r, i):
    """sinh(iz) / i."""
    real, imag = c_sinh(-i, r)
    return imag, -real


def c_tan(r, i):
    """tanh(iz) / i."""
    real, imag = c_tanh(-i, r)
    return imag, -real
