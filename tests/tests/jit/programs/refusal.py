"""Methods that say that they are not to be traced into: `assert not we_are_jitted()`."""
# run: 50
import os
from rpython.rlib.jit import JitDriver, we_are_jitted
driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc'])


class A(object):
    def __init__(self):
        self.x = 0

    def grow(self, k):
        assert not we_are_jitted()
        self.x += k
        return self.x

    def widen(self, k):
        assert self.x != 7777777
        assert not we_are_jitted()
        self.x += k
        return self.x

    def narrow(self, k):
        if k % 3 == 0:
            if we_are_jitted():
                assert False
            self.x -= 2
        self.x -= 1
        return self.x


def interp(code, n, acc):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc)
        if pc == len(code):
            n -= 1
            if n < 0:
                return acc
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, acc=acc)
            continue
        op = code[pc]
        pc += 1
        if op == '+':
            acc.grow(n)
        elif op == '*':
            acc.widen(n)
        elif op == '/':
            acc.narrow(n)
        else:
            acc.x -= 1


def entry_point(argv):
    a = A()
    interp('+-+/*', int(argv[1]), a)
    os.write(1, '%d\n' % a.x)
    return 0


def target(*args):
    return entry_point
