"""Calls made while compiling, with an exception pending: elidable calls in handlers, that raise and catch inside, that allocate."""
# run: 2500
import os
from rpython.rlib.jit import JitDriver, elidable, dont_look_inside, promote

driver = JitDriver(greens=['k'], reds=['i', 'n', 'a', 'names'])


class MyErr(Exception):
    def __init__(self, val):
        self.val = val


class Other(Exception):
    pass


@elidable
def f(k):
    r = 0
    for j in range(k):
        try:
            r += check(j)
        except Other:
            r += 1000
    return r


def check(j):
    if j % 2:
        raise Other
    return j


@elidable
def name(k):
    parts = []
    for j in range(k * 50):
        parts.append(str(j))
    return ''.join(parts)


@elidable
def fails(k):
    if k > 3:
        raise MyErr(k)
    return k


@dont_look_inside
def risky(i):
    if i % 3 == 0:
        raise MyErr(i)
    if i % 7 == 1:
        raise Other
    return i


def turn(k, i, names):
    a = 0
    try:
        a += risky(i)
    except MyErr as e:
        a += f(k)
        a += len(name(k))
        a += e.val
        names.append(e)
        try:
            a += fails(k)
        except MyErr as inner:
            a += inner.val * 100 + e.val
    except Other:
        a -= f(k + 1)
        a += promote(i % 4)
    return a


def run(k, n):
    i = 0
    a = 0
    names = []
    while i < n:
        driver.jit_merge_point(k=k, i=i, n=n, a=a, names=names)
        a += turn(k, i, names)
        try:
            try:
                a += risky(i + 1)
            finally:
                a += f(k)
        except Exception as e:
            a += len(name(k))
            if isinstance(e, MyErr):
                a += e.val
        i += 1
    total = 0
    for e in names:
        total += e.val
    return a ^ total


def entry_point(argv):
    n = int(argv[1])
    os.write(1, '%d %d\n' % (run(7, n), run(2, n)))
    return 0


def target(driver, args):
    return entry_point
