"""Managers in front of and inside the loop that counts, one of which suppresses exceptions: what their blocks would have assigned has no value behind them on one path, and there is one merge point even so."""
# run: 40
from rpython.rlib.jit import JitDriver

declared = JitDriver(greens=['k'], reds=['n', 't', 'l', 'm', 'i', 'x'], name='declared')
found = JitDriver(greens=['k'], reds='auto', name='found')
shown = JitDriver(greens=['k'], reds='auto', name='shown')
plain = JitDriver(greens=['k'], reds='auto', name='plain')


class Suppressing(object):
    def __init__(self, x):
        self.x = x
        self.l = [x, x + 1]

    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        self.x += 1
        return self.x & 3 != 1


class Passing(object):
    def __init__(self):
        self.left = 0

    def __enter__(self):
        return self

    def __exit__(self, t, v, tb):
        self.left += 1


def item(l, i):
    return l[i]


def declare(k, n, i):
    l = [i, k, 3]
    m = Suppressing(i)
    t = 0
    while n > 0:
        n -= 1
        with m:
            l[i & 3] = n
            t += 1
            a = 3
        x = 4
        while x > 0:
            declared.jit_merge_point(k=k, n=n, t=t, l=l, m=m, i=i, x=x)
            x -= 1
            t = (t * 3 + x + l[x & 1]) & 0xffffff
            with m:
                l[t & 3] = i
                t += 1
                b = 7
    return t


def find(k, n, i):
    m = Suppressing(i)
    l = [k, i, 3]
    t = 0
    while n > 0:
        n -= 1
        with m:
            t += l[n & 3]
            a = 3
        for x, y in zip(l, m.l):
            found.jit_merge_point(k=k)
            t = (t * 5 + x + y) & 0xffffff
    return t


def show(k, n, i):
    """`a` may be read in front of the loop that counts, and is assigned anew behind it."""
    m = Suppressing(i)
    l = [k, i, 3]
    t = 0
    with m:
        a = item(l, n & 3)
    if n & 4:
        t += a
    while n > 0:
        shown.jit_merge_point(k=k)
        n -= 1
        t = (t * 5 + n) & 0xffffff
    a = t & 7
    return t + a


def pass_on(k, n, i):
    """`a` and `b` are read behind a block of which every exception gets out."""
    m = Passing()
    l = [k, i, 3]
    t = 0
    while n > 0:
        plain.jit_merge_point(k=k)
        n -= 1
        with m:
            a = item(l, n % 3)
        t = (t * 3 + a) & 0xffffff
        try:
            with m:
                b = item(l, n & 3)
            t += b
        except IndexError:
            t += 5
    return t + m.left


def show_all(k, n, i):
    for function in FUNCTIONS:
        try:
            print(function(k, n, i))
        except IndexError:
            print('IndexError')
        except UnboundLocalError:
            print('UnboundLocalError')


FUNCTIONS = [declare, find, show, pass_on]


def main(argv):
    n = int(argv[1])
    for i in range(4):
        for k in range(2):
            show_all(k, n - k * 3 - i, i)
    return 0


def target(driver, args):
    return main


if __name__ == '__main__':
    import sys
    main(sys.argv)
