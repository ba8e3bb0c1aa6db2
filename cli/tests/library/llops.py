"""Low-level operations by name, with operands that are constant and ones that are not."""
from rpython.rlib.nonconst import NonConstant
from rpython.rlib.rarithmetic import intmask, r_uint
from rpython.rtyper.lltypesystem.lloperation import llop
from rpython.rtyper.lltypesystem.lltype import Bool, Float, Signed, Unsigned, Void

MIN = -2 ** 63
MAX = 2 ** 63 - 1


def hidden(x):
    return NonConstant(0) + x


def pairs(a, b):
    print('%d %d: %d %d %d %d' % (a, b, llop.int_add(Signed, a, b), llop.int_sub(Signed, a, b), llop.int_mul(Signed, a, b),
                                  llop.int_xor(Signed, a, b)))
    try:
        print('%d %d' % (llop.int_floordiv(Signed, a, b), llop.int_mod(Signed, a, b)))
    except ZeroDivisionError:
        print('division by zero')
    print('%d %d' % (llop.int_lt(Bool, a, b), llop.int_between(Bool, a, b, MAX)))


def entry_point(argv):
    for a in [0, 1, -1, 7, -7, MIN, MAX]:
        for b in [0, 1, -1, 3, -3, MIN, MAX]:
            pairs(hidden(a), hidden(b))
    print(llop.int_mod(Signed, -7, 3))
    print(intmask(llop.uint_mul(Unsigned, r_uint(hidden(MIN + 3)), r_uint(5))))
    print(llop.int_force_ge_zero(Signed, hidden(-5)))
    print(llop.float_add(Float, 0.5, float(hidden(1))))
    llop.gc__collect(Void)
    return 0
