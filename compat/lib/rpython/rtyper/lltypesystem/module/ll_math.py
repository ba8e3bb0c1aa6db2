# genext: python2
"""Functions of C's `math.h`, which have a result for all arguments (`math_...`), and those of Python, which raise
(`ll_math_...`)."""
import math
from rpython.rlib.rfloat import INFINITY, NAN

ll_math_isnan, ll_math_isinf = math.isnan, math.isinf
ll_math_floor, ll_math_copysign, ll_math_atan2, ll_math_frexp = math.floor, math.copysign, math.atan2, math.frexp
ll_math_ldexp, ll_math_modf, ll_math_fmod, ll_math_hypot = math.ldexp, math.modf, math.fmod, math.hypot
ll_math_pow, ll_math_sqrt, ll_math_log, ll_math_log10 = math.pow, math.sqrt, math.log, math.log10
ll_math_sin, ll_math_cos = math.sin, math.cos

math_fabs, math_copysign, math_atan2 = math.fabs, math.copysign, math.atan2


def ll_math_isfinite(x):
    return not math.isnan(x) and not math.isinf(x)


def math_fmod(x, y):
    try:
        return math.fmod(x, y)
    except ValueError:
        return NAN


def math_sqrt(x):
    try:
        return math.sqrt(x)
    except ValueError:
        return NAN


def sqrt_nonneg(x):
    """Of a number that is not negative."""
    return math.sqrt(x)


def math_sin(x):
    try:
        return math.sin(x)
    except ValueError:
        return NAN


def math_cos(x):
    try:
        return math.cos(x)
    except ValueError:
        return NAN


def math_hypot(x, y):
    try:
        return math.hypot(x, y)
    except OverflowError:
        return INFINITY


def math_floor(x):
    if math.isnan(x) or math.isinf(x):
        return x
    return math.floor(x)


def math_log(x):
    if x == 0.0:
        return -INFINITY
    try:
        return math.log(x)
    except ValueError:
        return NAN


def math_log10(x):
    if x == 0.0:
        return -INFINITY
    try:
        return math.log10(x)
    except ValueError:
        return NAN
