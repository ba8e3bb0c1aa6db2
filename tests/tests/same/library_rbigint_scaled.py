# not-cpython: the stand-in library does not have it
# not-low-level: it has no ldexp
"""Large integers as a float and a count of digits: `_AsScaledDouble`."""
from rpython.rlib.rbigint import SHIFT, _AsScaledDouble, rbigint


def entry_point(argv):
    for text in ['0', '1', '-1', '9223372036854775807', '-123456789012345678901234567890', '3' * 100]:
        n = rbigint.fromdecimalstr(text)
        x, count = _AsScaledDouble(n)
        for i in range(count):
            x *= 2.0 ** SHIFT
        print(text, x == n.tofloat())
    huge = rbigint.fromint(3).lshift(20000)
    x, count = _AsScaledDouble(huge)
    y, other = _AsScaledDouble(huge.lshift(1))
    for i in range(other - count):
        y *= 2.0 ** SHIFT
    print(x > 0.0, count > 0, y / x)
    return 0


def target(driver, args):
    return entry_point, None
