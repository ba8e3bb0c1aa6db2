# refused: E0301
# Whether `a` has the value of an earlier turn is not known where an exception was suppressed, and the loop of a portal
# is made once.
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=[], reds='auto')


class M(object):
    def __enter__(self):
        return self
    def __exit__(self, a, b, c):
        return True


def get(n):
    if n & 2:
        raise ValueError
    return n


def entry_point(argv):
    n = len(argv) + 4
    t = 0
    m = M()
    while n > 0:
        driver.jit_merge_point()
        with m:
            a = get(n)
        t += a
        n -= 1
    print(t)
    return 0
