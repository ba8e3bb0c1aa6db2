# genext: python2
"""Complex numbers: a checksum of the bits of all results of each function, over a grid with infinities, NaNs, signed
zeros and numbers at the limits of the format, and some results in full. The checksums are those of RPython's own."""
import os
from rpython.rlib import rcomplex
from rpython.rlib.longlong2float import float2longlong
from rpython.rlib.rarithmetic import intmask

INF = 1e200 * 1e200
NAN = INF - INF
GRID = [0.0, -0.0, 1.0, -1.0, 0.5, -3.7, 1e-310, -5e-324, 1.7e308, -1e308, 1e155, -1e-160, 709.0, -710.5, 708.3, 750.0,
        -750.0, 1e-8, 0.99999999, 1.1, -1.6, INF, -INF, NAN, 1.5707963267948966, 3.141592653589793, -22.0,
        0.7071067811865476, 4.5e307]
FEW = [0.0, -0.0, 1.0, -2.0, 0.3, 1e-300, -1e300, 40.0, INF, -INF, NAN]
ONE = [('sqrt', rcomplex.c_sqrt), ('log', rcomplex.c_log), ('log10', rcomplex.c_log10), ('exp', rcomplex.c_exp),
       ('sin', rcomplex.c_sin), ('cos', rcomplex.c_cos), ('tan', rcomplex.c_tan), ('asin', rcomplex.c_asin),
       ('acos', rcomplex.c_acos), ('atan', rcomplex.c_atan), ('sinh', rcomplex.c_sinh), ('cosh', rcomplex.c_cosh),
       ('tanh', rcomplex.c_tanh), ('asinh', rcomplex.c_asinh), ('acosh', rcomplex.c_acosh), ('atanh', rcomplex.c_atanh),
       ('rect', rcomplex.c_rect), ('polar', rcomplex.c_polar), ('neg', rcomplex.c_neg)]
TWO = [('add', rcomplex.c_add), ('sub', rcomplex.c_sub), ('mul', rcomplex.c_mul), ('div', rcomplex.c_div),
       ('pow', rcomplex.c_pow)]


class Sum(object):
    def __init__(self):
        self.value = 0

    def add(self, bits):
        self.value = intmask(self.value * 31 + bits)

    def add_pair(self, pair):
        self.add_float(pair[0])
        self.add_float(pair[1])

    def add_float(self, x):
        self.add(float2longlong(x) if x == x else 77)


def of_one(function):
    total = Sum()
    for x in GRID:
        for y in GRID:
            try:
                total.add_pair(function(x, y))
            except ValueError:
                total.add(1)
            except OverflowError:
                total.add(2)
    return total.value


def of_two(function):
    total = Sum()
    for x in FEW:
        for y in FEW:
            for z in FEW:
                for w in FEW:
                    try:
                        total.add_pair(function((x, y), (z, w)))
                    except ValueError:
                        total.add(1)
                    except OverflowError:
                        total.add(2)
                    except ZeroDivisionError:
                        total.add(3)
    return total.value


def of_one_number():
    total = Sum()
    for x in GRID:
        for y in GRID:
            total.add_float(rcomplex.c_phase(x, y))
            total.add(rcomplex.c_isnan(x, y) * 4 + rcomplex.c_isinf(x, y) * 2 + rcomplex.c_isfinite(x, y))
            try:
                total.add_float(rcomplex.c_abs(x, y))
            except OverflowError:
                total.add(2)
    return total.value


def show(name, pair):
    os.write(1, '%s: %s %s\n' % (name, pair[0], pair[1]))


def entry_point(argv):
    for name, function in ONE:
        os.write(1, '%s %d\n' % (name, of_one(function)))
    for name, function in TWO:
        os.write(1, '%s %d\n' % (name, of_two(function)))
    os.write(1, 'modulus and argument %d\n' % of_one_number())
    show('(3 + 4i)(1 - 2i)', rcomplex.c_mul((3.0, 4.0), (1.0, -2.0)))
    show('(3 + 4i) / 2i', rcomplex.c_div((3.0, 4.0), (0.0, 2.0)))
    show('root of -4', rcomplex.c_sqrt(-4.0, 0.0))
    show('root of -4 - 0i', rcomplex.c_sqrt(-4.0, -0.0))
    show('i ** 2', rcomplex.c_pow((0.0, 1.0), (2.0, 0.0)))
    show('log of -1', rcomplex.c_log(-1.0, 0.0))
    show('polar', rcomplex.c_polar(0.0, -2.0))
    return 0


def target(driver, args):
    return entry_point


if __name__ == '__main__':
    import sys
    entry_point(sys.argv)
