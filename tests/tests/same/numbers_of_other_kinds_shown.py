# The texts of integers that are not Python's, and floats that become words if there is one.
# args: nan inf -1e300 12.75 9223372036854775808 -9223372036854775808
# not-cpython: the stand-in library writes them otherwise
from rpython.rlib.rarithmetic import ovfcheck_float_to_int, r_int32, r_longlong, r_uint, r_uint32, r_ulonglong


def truncated(x):
    try:
        print('%d' % ovfcheck_float_to_int(x))
    except OverflowError:
        print('no word')
    except ValueError:
        print('no number')


def entry_point(argv):
    n = len(argv)
    print(repr(r_uint(n)) + ' ' + str(r_uint(n)) + ' %r %s %d' % (r_uint(n), r_uint(n), r_uint(n)))
    print('%r' % r_uint(n))
    print(repr(r_longlong(n)) + ' ' + str(r_longlong(n)))
    print(repr(r_ulonglong(n)) + ' ' + str(r_ulonglong(n)))
    print(repr(r_int32(-n)) + ' ' + str(r_int32(-n)))
    print(repr(r_uint32(n)) + ' ' + str(r_uint32(n)))
    print(str((r_uint(n), 1)))
    print([r_uint(n)])
    for text in argv[1:]:
        truncated(float(text))
    return 0
