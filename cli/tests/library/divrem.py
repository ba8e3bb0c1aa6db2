"""Division of long integers that rounds to zero, and a module that is imported by name."""
from importlib import import_module

from rpython.rlib.rbigint import _divrem, rbigint

rarithmetic = import_module('rpython.rlib.rarithmetic')
LONG_BIT = rarithmetic.LONG_BIT


def show(a, b):
    try:
        quotient, rest = _divrem(a, b)
    except ZeroDivisionError:
        print('division by zero')
        return
    print('%s %s' % (quotient.str(), rest.str()))
    print(quotient.mul(b).add(rest).eq(a))


def entry_point(argv):
    print(LONG_BIT)
    numbers = [rbigint.fromint(n) for n in [0, 1, -1, 7, -7, 3, -3]]
    large = rbigint.fromstr('123456789012345678901234567890')
    numbers.append(large)
    numbers.append(large.neg().int_add(1))
    for a in numbers:
        for b in numbers:
            show(a, b)
    return 0
