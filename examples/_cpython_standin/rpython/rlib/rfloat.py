"""Floating-point constants, tests and conversions."""

import math

INFINITY = float('inf')
NAN = float('nan')
DTSF_SIGN = 1
DTSF_ADD_DOT_0 = 2
DTSF_ALT = 4

isinf = math.isinf
isnan = math.isnan
isfinite = math.isfinite


def formatd(x, code, precision, flags=0):
    """`x` in format 'e', 'f', 'g' or 'r' (shortest that reads back)."""
    if code == 'r':
        result = repr(x)
        if not flags & DTSF_ADD_DOT_0 and result.endswith('.0'):
            result = result[:-2]
    else:
        alt = '#' if flags & DTSF_ALT else ''
        result = '%%%s.%d%s' % (alt, precision, code) % x
        if flags & DTSF_ADD_DOT_0 and result.lstrip('-').isdigit():
            result += '.0'
    if flags & DTSF_SIGN and result[0] != '-':
        result = '+' + result
    return result


def float_as_rbigint_ratio(x):
    raise NotImplementedError


def string_to_float(s):
    return float(s)


def round_double(x, ndigits, half_even=False):
    if half_even:
        return round(x, ndigits)
    scale = 10.0 ** ndigits
    return math.copysign(math.floor(abs(x) * scale + 0.5) / scale, x)
