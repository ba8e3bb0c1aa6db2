# python2
"""A power of zero with a negative exponent is refused, whatever the exponent."""
import math


def power(x, y):
    try:
        return str(math.pow(x, y))
    except ValueError:
        return 'ValueError'


def entry_point(argv):
    zero = len(argv) - 1.0
    infinity = float('inf')
    for y in [-infinity, -1.0, 0.0, 1.0, infinity]:
        print power(zero, y), power(zero + 2.0, y)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point(['x'])
