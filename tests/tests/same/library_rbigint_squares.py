# not-cpython: the stand-in library has no `rpython.rlib.rbigint`
# Squares of large integers, in which each product of two different digits is made once, are what the binomial formula
# makes of them: digits that are large, of any kind, and mostly zero.
from rpython.rlib.rbigint import rbigint
from rpython.rlib.rarithmetic import r_uint, intmask


def digits(seed, n, kind):
    r = rbigint.fromint(0)
    x = seed
    for i in range(n):
        x = intmask(x * 6364136223846793005 + 1442695040888963407)
        d = (intmask(r_uint(x) >> 33)) & 0x7fffffff
        if kind == 1:
            d = 0x7fffffff
        elif kind == 2:
            d = 0 if (d & 3) else d
        r = r.lshift(31).add(rbigint.fromint(d))
    return r


def entry_point(argv):
    one = rbigint.fromint(1)
    wrong = 0
    done = 0
    for kind in range(3):
        for n in [0, 1, 2, 3, 8, 33, 69, 70, 71, 100]:
            a = digits(n * 7 + kind, n, kind)
            square = a.mul(a)
            # (a - 1) * (a + 1) + 1
            other = a.sub(one).mul(a.add(one)).add(one)
            done += 1
            if not square.eq(other):
                wrong += 1
            if n == 33:
                print(square.str())
    print('%d %d' % (done, wrong))
    return 0


def target(driver, args):
    return entry_point, None
