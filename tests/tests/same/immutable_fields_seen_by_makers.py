# Fields declared immutable that constructors read before and after a constructor of a base class sets them, which is no part of
# their code: it is not inlined, or has a loop that the JIT does not trace into.
# args: 60
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['code'], reds=['n', 'total'])


class A(object):
    _immutable_fields_ = ['size', 'twice']
    size = 7

    def __init__(self, text):
        total = 0
        i = 0
        while i < len(text):
            total += ord(text[i])
            i += 1
        self.size = total
    __init__._dont_inline_ = True


class B(A):
    def __init__(self, text):
        self.twice = 1
        before = self.size
        A.__init__(self, text)
        self.twice = self.size * 2 + before


class C(A):
    """Again and again."""

    def __init__(self, text):
        total = 0
        for i in range(3):
            A.__init__(self, text[i:])
            total = total * 3 + self.size
        self.twice = total


def run(code, n):
    total = 0
    while n > 0:
        driver.jit_merge_point(code=code, n=n, total=total)
        text = code + chr(n % 50 + 40)
        x = B(text)
        y = C(text + 'xy')
        total = (total * 3 + x.size + x.twice + y.size * 5 + y.twice) % 1000003
        n -= 1
    return total


def entry_point(argv):
    x = B(argv[1])
    print(x.size, x.twice)
    for c in ['a', 'bc', 'def']:
        print(run(c, int(argv[1])))
    return 0
