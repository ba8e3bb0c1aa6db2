# A number that is a truth value (`int(b)`) is compared with several constants: that is a switch over numbers, in any
# order, with more cases than two, whatever machine code makes of the conversion.
# args: 2
import os


def last_is_zero(x, n):
    i = int(x > n)
    if i == 1:
        return 10
    elif i == 2:
        return 20
    elif i == 5:
        return 23
    elif i == 0:
        return 30
    return 40


def first_is_zero(x, n):
    i = int(x > n)
    if i == 0:
        return 1
    elif i == 3:
        return 2
    elif i == 4:
        return 2
    elif i == 1:
        return 4
    return 5


def neither(x, n):
    i = int(x > n)
    if i == 7:
        return 1
    elif i == 3:
        return 2
    elif i == -1:
        return 3
    return 4


def entry_point(argv):
    n = int(argv[1])
    for x in range(5):
        os.write(1, "%d %d %d\n" % (last_is_zero(x, n), first_is_zero(x, n), neither(x, n)))
    return 0


def target(driver, args):
    return entry_point
