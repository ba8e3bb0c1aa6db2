# A handler that prints the traceback of its exception goes on.
# not-cpython: low-level operations
# stderr: RPython traceback:
# stderr: in exceptions_print_traceback.inner
# stderr: in exceptions_print_traceback.of_the_library
from rpython.rlib.debug import debug_print_traceback
from rpython.rtyper.lltypesystem import lltype
from rpython.rtyper.lltypesystem.lloperation import llop


def inner(n):
    if n > 2:
        raise ValueError
    return n


def outer(n):
    return inner(n) + 1


def of_the_library(text):
    return int(text)


def entry_point(argv):
    for n in [2, 3]:
        try:
            print(outer(n))
        except ValueError:
            llop.debug_print_traceback(lltype.Void)
            print("handled")
    try:
        print(of_the_library('x%d' % len(argv)))
    except ValueError:
        debug_print_traceback()
    print("end")
    return 0


def target(*args):
    return entry_point, None
