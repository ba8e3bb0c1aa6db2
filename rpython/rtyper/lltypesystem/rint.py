"""Helpers of integers."""


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


def ll_int_pow_mod(x, y, z):
    if z == 0:
        raise ZeroDivisionError
    if y < 0:
        raise ValueError
    result = 1 % z
    x = x % z
    while y > 0:
        if y & 1:
            result = result * x % z
        y >>= 1
        if y > 0:
            x = x * x % z
    return result
