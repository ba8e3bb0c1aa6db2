"""`look_inside_iff` under `specialize`: each copy has the constants of its arguments inside, whichever way is chosen."""
# run: 60
import os
from rpython.rlib.jit import JitDriver, isconstant, look_inside_iff
from rpython.rlib.objectmodel import specialize

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total', 'items', 'adder'])


@specialize.arg(1)
def by_flag(x, flag):
    if flag:
        return x + 1
    return x - 1


@specialize.arg(1)
@look_inside_iff(lambda x, flag: isconstant(x))
def choose(x, flag):
    return by_flag(x, flag)


@specialize.arg(0, 2)
@look_inside_iff(lambda name, items, twice: isconstant(len(items)))
def collect(name, items, twice):
    """The result has a type of its own in each copy."""
    total = 0
    for item in items:
        total += by_flag(item, twice)
    if name == 'text':
        return 'sum ' + str(total)
    return total


@specialize.argtype(0)
@look_inside_iff(lambda x, n: isconstant(n))
def repeated(x, n):
    result = x
    while n > 0:
        result = result + x
        n -= 1
    return result


class Adder(object):
    def __init__(self, by):
        self.by = by

    @specialize.arg(2)
    @look_inside_iff(lambda self, x, flag: isconstant(x))
    def add(self, x, flag):
        return by_flag(x, flag) + self.by


@look_inside_iff(lambda x, y: isconstant(y))
def plain(x, y):
    while y > 0:
        x = x * 3 + y
        y -= 1
    return x & 0xffff


def interpret(code, n):
    pc = 0
    total = 0
    items = [1, 2, 3]
    adder = Adder(10)
    while n > 0:
        driver.jit_merge_point(pc=pc, code=code, n=n, total=total, items=items, adder=adder)
        op = code[pc]
        if op == 'a':
            total += choose(n, True) + choose(7, False)
        elif op == 'b':
            total += collect('number', items, True) + len(collect('text', items, False))
        elif op == 'c':
            total += repeated(n, 2) + len(repeated('ab', n & 3))
        elif op == 'd':
            total += adder.add(n, True) * adder.add(3, False)
        else:
            total += plain(n, 3) + plain(n, n & 3)
        total &= 0xffffff
        pc += 1
        if pc == len(code):
            pc = 0
            n -= 1
            driver.can_enter_jit(pc=pc, code=code, n=n, total=total, items=items, adder=adder)
    return total


def entry_point(argv):
    n = int(argv[1])
    os.write(1, '%d %d\n' % (choose(len(argv), True), choose(len(argv), False)))
    os.write(1, '%s %d\n' % (collect('text', [1, n], True), collect('number', [1, n], False)))
    os.write(1, '%d %s\n' % (repeated(n, 1), repeated('x', len(argv))))
    os.write(1, '%d\n' % interpret('abcde', n))
    os.write(1, '%d\n' % interpret('eadab', n))
    return 0


def target(driver, args):
    return entry_point
