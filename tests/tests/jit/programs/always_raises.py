# run:
# A method that raises always, called where another method of the family gives a string: nothing behind the call may be
# executed while compiling, though it is known what it would work with.
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc', 'depth'])


class Failed(Exception):
    pass


class Base(object):
    def __init__(self, items):
        self.items = items

    def text(self, a):
        for item in self.items:
            pass
        raise Failed()


class Hex(Base):
    def text(self, a):
        return hex(a & 4095)


def fail(n):
    for i in range(n % 3):
        pass
    raise Failed()


BASE = Base([2])
HEX = Hex([3])


def search(which, a):
    if which:
        return len(HEX.text(a))
    return BASE.text(a).find('')


def number(n):
    return fail(n) + 1


def run(code, n):
    pc = 0
    acc = 0
    depth = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc, depth=depth)
        op = code[pc]
        pc += 1
        if op == 'b':
            try:
                acc += search(False, n)
            except Failed:
                acc += 3
        elif op == 'h':
            acc += search(True, n)
        elif op == 'n':
            try:
                acc += number(n)
            except Failed:
                acc += 5
        elif op == 'L':
            n -= 1
            if n == 0:
                return acc
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, acc=acc, depth=depth)
        else:
            return search(False, n)


def main(argv):
    for code in ['hL', 'bL', 'nhbL', 'x']:
        try:
            os.write(1, '%s %d\n' % (code, run(code, 60)))
        except Failed:
            os.write(1, '%s failed\n' % code)
    return 0


def target(driver, args):
    return main
