# Functions of `math` at poles, at infinity, and where formulas lose digits: while translating and when run.
# not-low-level: its `lgamma` is not there
# args: 0.0 -1.0 1.0 -2.0 0.5 1e308 -1e22 123456789.125 1e-05 2.5 inf -inf nan
import math

from rpython.rlib.unroll import unrolling_iterable


def show(name, x, y):
    if y != y:
        print('%s(%f) is no number' % (name, x))
    elif name == 'gamma' or name == 'lgamma':
        # CPython's own differ from those of the C library in the last digits.
        print('%s(%f) = %.9g' % (name, x, y))
    else:
        print('%s(%f) = %s' % (name, x, repr(y)))


FUNCTIONS = unrolling_iterable([
    ('asinh', math.asinh), ('acosh', math.acosh), ('atanh', math.atanh), ('log1p', math.log1p),
    ('gamma', math.gamma), ('lgamma', math.lgamma)])


def each(x):
    for name, function in FUNCTIONS:
        try:
            show(name, x, function(x))
        except ValueError:
            print('%s(%f): domain' % (name, x))
        except OverflowError:
            print('%s(%f): range' % (name, x))


def power(x, y):
    try:
        show('pow', x, math.pow(x, y))
    except ValueError:
        print('pow(%f, %f): domain' % (x, y))


# The same calls with constants.
FOLDED = [math.asinh(1e308), math.asinh(123456789.125), math.acosh(2.5), math.atanh(1e-05)]


def entry_point(argv):
    for text in argv[1:]:
        x = float(text)
        each(x)
        power(0.0, x)
        power(x, 0.5)
    for x in FOLDED:
        print(repr(x))
    print(repr(math.asinh(1e308)))
    print(repr(math.atanh(1e-05)))
    return 0
