"""Rounding of a float that no machine integer holds, with the handler around it and a call away. (In Python 2 the result is a float.)"""
# not-cpython: its integers are of any size
# translated: OverflowError
# translated: OverflowError
# translated: ValueError
import math


def floor(x):
    return math.floor(x)


def entry_point(argv):
    x = 1e22 * len(argv)
    try:
        print(math.floor(x))
    except OverflowError:
        print("OverflowError")
    try:
        print(floor(x))
    except OverflowError:
        print("OverflowError")
    try:
        print(math.ceil(x * 1e300 * 1e300 * 0.0))
    except ValueError:
        print("ValueError")
    return 0
