# not-cpython: its stand-in library has no single floats
# Numbers of one kind that meet those of another are compared as numbers, and none is cut to fit.
import math

from rpython.rlib.rarithmetic import (
    intmask, is_valid_int, r_int32, r_longlong, r_singlefloat, r_uint, r_uint32)


def lists_of_numbers(argv):
    n = len(argv)
    zero = float(argv[0] == "") * -1.0
    print([zero] * n, [zero] * 2, n * [zero])
    zeros = [zero]
    zeros *= 2
    print(zeros, zeros[1:] * n)
    big = [r_uint(4294967296 * n)]
    print([r_uint32(0)] == big, big == [r_uint32(0)], [r_uint32(n)] == [r_uint(n)])
    word = [4294967296 * n]
    print([r_int32(0)] == word, word == [r_int32(0)], [r_int32(n)] == [n])
    print([9223372036854775807 - n + 1] == [9223372036854775808.0], [n] == [1.0])


def constants_that_do_not_fit(k):
    try:
        if k == 0:
            x = r_int32(9223372036854775807)
        elif k == 1:
            x = r_int32(-2147483649)
        elif k == 2:
            x = r_int32(r_uint(9223372036854775808))
        else:
            x = r_int32(-2147483648)
    except OverflowError:
        return "does not fit"
    return str(intmask(x))


def keys(d, n):
    return d.get(n, "none")


def words_among_narrow(n):
    # A word that is no r_int32 cannot be a key of a dictionary of these.
    d = {r_int32(0): "zero", r_int32(5): "five"}
    print(keys(d, 5), keys(d, n))


def single_floats(argv):
    zero = float(len(argv) - 1)
    a, b = r_singlefloat(zero), r_singlefloat(-zero)
    nan = r_singlefloat(zero * float("inf"))
    print(a == b, a != b, a == r_singlefloat(zero), nan == nan, nan != nan)
    print(isinstance(a, r_singlefloat), isinstance(a, float), isinstance(zero, r_singlefloat))


def rounded(argv):
    n = len(argv)
    print(math.floor(n == 1), math.ceil(n == 2), math.floor(r_uint(n)), math.ceil(r_int32(n)))
    try:
        print(math.trunc(float("nan") * n))
    except ValueError:
        print("no integer")


def entry_point(argv):
    lists_of_numbers(argv)
    for k in range(4):
        print(constants_that_do_not_fit(k))
    words_among_narrow(len(argv) + 1)
    single_floats(argv)
    rounded(argv)
    print(is_valid_int(r_longlong(len(argv))), is_valid_int(len(argv)))
    return 0


def target(driver, args):
    return entry_point, None
