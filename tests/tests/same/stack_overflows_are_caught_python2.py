# An endless recursion is what handlers of StackOverflow catch, untranslated as well.
# python2
# not-low-level: the depth of the stack is that of the machine
from rpython.rlib.rstackovf import StackOverflow, check_stack_overflow


def endless(n):
    return endless(n + 1) + 1


def within(n):
    try:
        return endless(n)
    except StackOverflow:
        check_stack_overflow()
        return -1


def entry_point(argv):
    print within(0)
    try:
        print endless(0)
    except ValueError:
        print 'ValueError'
    except StackOverflow:
        check_stack_overflow()
        print 'caught'
    try:
        print endless(0)
    except RuntimeError:
        print 'caught as a RuntimeError'
    return 0


def target(driver, args):
    return entry_point, None
