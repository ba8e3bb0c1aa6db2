from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.rarithmetic import ovfcheck, intmask, r_uint
from rpython.rlib.unroll import unrolling_iterable

NAMES = unrolling_iterable(['left', 'right'])
PAIRS = unrolling_iterable([(1, 'a'), (2, 'b')])


def translated():
    if we_are_translated():
        return 1
    return _helper()


def _helper():
    return 2


def add_ovf(a, b):
    try:
        return ovfcheck(a + b)
    except OverflowError:
        return -1


def floordiv_ovf(a, b):
    try:
        return ovfcheck(a // b)
    except OverflowError:
        return -1
    except ZeroDivisionError:
        return -2


def lshift_ovf(a, b):
    return ovfcheck(a << b)


def not_an_operation(a):
    return ovfcheck(a)


def unroll(x):
    for name in NAMES:
        setattr(x, name, 0)


def unroll_pairs(op, x):
    for number, text in PAIRS:
        if op == number:
            return text + x
    return x


def constant_uint():
    return r_uint(3) + r_uint(4)


def mask(x):
    return intmask(x * 31)


def prints(x):
    print(x, "and", 2)
    print(x, end='')
# ==> flow
# graph special.translated()
# b0():
#     goto return(1)
# graph special.add_ovf(v0, v1)
# b0(v0, v1):
#     v2 = add_ovf(v0, v1)
#     try { normal => return(v2), <class:OverflowError>(v3, v4) => return(-1) }
# graph special.floordiv_ovf(v0, v1)
# b0(v0, v1):
#     v2 = floordiv_ovf(v0, v1)
#     try { normal => return(v2), <class:ZeroDivisionError>(v3, v4) => return(-2), <class:OverflowError>(v5, v6) => return(-1) }
# graph special.lshift_ovf(v0, v1)
# b0(v0, v1):
#     v2 = lshift_ovf(v0, v1)
#     goto return(v2)
# error[E0312]: ovfcheck() of something that cannot overflow
#   --> special.py:40:12
#    |
# 40 |     return ovfcheck(a)
#    |            ^^^^^^^^^^^ its argument must be an arithmetic operation, written in the call
#    |
#    = help: write ovfcheck(a + b), with one of + - * // % << or unary minus
# graph special.unroll(v0)
# b0(v0):
#     v1 = setattr(v0, 'left', 0)
#     v2 = setattr(v0, 'right', 0)
#     goto return(None)
# graph special.unroll_pairs(v0, v1)
# b0(v0, v1):
#     v2 = eq(v0, 1)
#     v3 = bool(v2)
#     if v3 then b1(v1) else b2(v1, v0)
# b1(v4):
#     v5 = add('a', v4)
#     goto return(v5)
# b2(v6, v7):
#     v8 = eq(v7, 2)
#     v9 = bool(v8)
#     if v9 then b3(v6) else return(v6)
# b3(v10):
#     v11 = add('b', v10)
#     goto return(v11)
# graph special.constant_uint()
# b0():
#     goto return(<r_uint:7>)
# graph special.mask(v0)
# b0(v0):
#     v1 = mul(v0, 31)
#     v2 = simple_call(<function:intmask>, v1)
#     goto return(v2)
# graph special.prints(v0)
# b0(v0):
#     v1 = str(v0)
#     v2 = simple_call(<function:print_argument>, v1)
#     v3 = simple_call(<function:print_argument>, 'and')
#     v4 = simple_call(<function:print_argument>, '2')
#     v5 = simple_call(<function:print_newline>)
#     v6 = str(v0)
#     v7 = simple_call(<function:print_text>, v6)
#     v8 = simple_call(<function:print_text>, '')
#     goto return(None)
