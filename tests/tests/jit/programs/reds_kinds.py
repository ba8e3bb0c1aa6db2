"""Reds of every kind of number, narrow ones too, that are promoted: where code is made for an entry their values are
told from the words of the arrival."""
# run: 60
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, promote
from rpython.rlib.rarithmetic import intmask
from rpython.rtyper.lltypesystem import rffi

driver = JitDriver(greens=['code'], reds=['n', 'acc', 'c', 'b', 'i', 'u', 's', 'ub', 'f'])


@dont_look_inside
def seed(x):
    return x


def interpret(code, n, c, b, i, u, s, ub, f):
    acc = 0
    while True:
        driver.jit_merge_point(code=code, n=n, acc=acc, c=c, b=b, i=i, u=u, s=s, ub=ub, f=f)
        if n <= 0:
            return acc
        c = promote(c)
        b = promote(b)
        i = promote(i)
        u = promote(u)
        s = promote(s)
        ub = promote(ub)
        acc = intmask(acc * 31 + ord(c))
        if b:
            acc = intmask(acc + 7)
        acc = intmask(acc + intmask(i) * 3)
        acc = intmask(acc ^ intmask(u))
        acc = intmask(acc + intmask(s) * 5 + intmask(ub))
        if f < 0.0:
            acc = intmask(acc - 1)
        if n % 7 == 0:
            c = chr((ord(c) + 37) & 255)
            b = not b
            i = rffi.cast(rffi.INT, intmask(i) * -3 + 1)
            u = rffi.cast(rffi.UINT, intmask(u) * 5 + 1)
            s = rffi.cast(rffi.SHORT, intmask(s) * -7 + 3)
            ub = rffi.cast(rffi.UCHAR, intmask(ub) * 3 + 1)
            f = -f
        n -= 1


def main(argv):
    n = int(argv[1])
    for k in range(9):
        x = seed(k * 77 - 300)
        i = rffi.cast(rffi.INT, x * 7919)
        u = rffi.cast(rffi.UINT, x * 104729)
        s = rffi.cast(rffi.SHORT, x * 13)
        ub = rffi.cast(rffi.UCHAR, x)
        acc = interpret('code', n + k, chr(x & 255), k % 2 == 0, i, u, s, ub, float(x))
        os.write(1, b"%d\n" % acc)
    return 0


def target(driver, args):
    return main, None
