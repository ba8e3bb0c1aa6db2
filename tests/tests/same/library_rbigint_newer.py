# not-cpython: the stand-in library has none of these
"""Functions of `rbigint` that newer versions of RPython have."""
from rpython.rlib.rbigint import rbigint


def parse(s):
    return rbigint.fromdecimalstr(s)


def entry_point(argv):
    texts = ['0', '1', '-1', '7', '9223372036854775807', '-9223372036854775808', '9223372036854775808',
             '-123456789012345678901234567890', '340282366920938463463374607431768211456', '99999999999999999999']
    for t in texts:
        x = parse(t)
        print(t, x.get_sign(), x._size > 0, x._size == 0, x.fits_int(), x.bit_count())
        if x.get_sign() >= 0:
            print(x.isqrt().str())
        for n in [1, -1, 7, -1000]:
            d, m = x.int_divmod(n)
            print(d.str(), m.str(), x.int_floordiv(n).str(), x.int_div(n).str(), x.int_mod_int_result(n))
            print(x.gcd(rbigint.fromint(n * 6)).str())
        print(x.gcd(parse('1208925819614629174706176')).str())
        print(x.int_pow(3).str(), x.int_pow(0).str(), x.int_pow(5, rbigint.fromint(1000)).str())
        print(x.rqshift(3).str(), x.rqshift(200).str())
    other = parse('123456789012345678901234567890')
    other._set_sign(-1)
    print(other.str(), other.get_sign(), other.abs().str())
    zero = parse('0')
    zero._set_sign(-1)
    print(zero.str(), zero.get_sign())
    big = 2 ** 62
    n = len(argv)
    print(rbigint.add_int_int_bigint_result(big, big + n).str())
    print(rbigint.sub_int_int_bigint_result(-big, big + n).str())
    print(rbigint.mul_int_int_bigint_result(-big, big + n).str())
    print(rbigint.lshift_int_int_bigint_result(-big, 70 + n).str())
    try:
        parse('-4').isqrt()
    except ValueError:
        print('ValueError')
    try:
        parse('4').int_floordiv(n - n)
    except ZeroDivisionError:
        print('ZeroDivisionError')
    return 0


def target(driver, args):
    return entry_point, None
