# genext: python2
"""Operations of integers that check their result."""
from rpython.rlib.rarithmetic import int_c_div, int_c_mod, maxint, ovfcheck


def int_add_ovf(x, y):
    return ovfcheck(x + y)


def int_sub_ovf(x, y):
    return ovfcheck(x - y)


def int_neg_ovf(x):
    return ovfcheck(-x)


def int_abs_ovf(x):
    return ovfcheck(-x) if x < 0 else x


def int_lshift_ovf(x, y):
    return ovfcheck(x << y)


def int_floordiv_ovf(x, y):
    """Rounded to zero, as C does."""
    if x == -maxint - 1 and y == -1:
        raise OverflowError('integer division')
    return int_c_div(x, y)


def int_floordiv_zer(x, y):
    if y == 0:
        raise ZeroDivisionError('integer division')
    return int_c_div(x, y)


def int_floordiv_ovf_zer(x, y):
    if y == 0:
        raise ZeroDivisionError('integer division')
    return int_floordiv_ovf(x, y)


def int_mod_ovf(x, y):
    if x == -maxint - 1 and y == -1:
        raise OverflowError('integer modulo')
    return int_c_mod(x, y)
