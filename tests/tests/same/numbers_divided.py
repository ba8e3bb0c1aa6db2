# The quotient of two integers is the float that is nearest, also of integers that are no floats.
# args: 9223372036854775807
from rpython.rlib.jit import JitDriver
from rpython.rlib.rarithmetic import intmask

driver = JitDriver(greens=['b'], reds=['a', 'n', 'total'])


def show(f):
    print(repr(f))


def quotient(a, b):
    try:
        show(a / b)
    except ZeroDivisionError:
        print('division by zero')


def many(a, b, n):
    """Quotients in a loop that is compiled."""
    total = 0.0
    while n > 0:
        driver.jit_merge_point(b=b, a=a, n=n, total=total)
        total = total * 0.5 + a / b
        a = intmask(a * 6364136223846793005 + 1442695040888963407)
        n -= 1
    return total


def entry_point(argv):
    most = int(argv[1])
    numbers = [0, 1, -1, 3, -7, 1 << 53, (1 << 53) + 1, -(1 << 53) - 1, (1 << 62) + 3, most, -most, -most - 1, most - 511,
               most // 3, 1000003, 6004799503160661]
    for a in numbers:
        for b in numbers:
            quotient(a, b)
        show(a / 3)
        show(a / 9007199254740993)
        show(1 / (a | 1))
    show(9007199254740993 / 9007199254740995)
    show(True / (most | 1))
    for b in [3, -9007199254740993, (1 << 62) + 3]:
        print(repr(many(most, b, 60)))
    return 0
