"""Arguments of an elidable function that pass through a tuple are known if what was put into it is: the warning is about
the second interpreter alone, whose code may change."""
from rpython.rlib import jit

driver = jit.JitDriver(greens=['pc', 'code'], reds=['n', 'total'])
other = jit.JitDriver(greens=['pc', 'code'], reds=['n', 'total'])


class Code(object):
    _immutable_fields_ = ['version?']

    def __init__(self, ops):
        self.ops = ops
        self.version = 0

    @jit.elidable_promote('0,1')
    def fetch(self, version, pc):
        return self.ops[pc]


def run(code, n):
    pc = 0
    total = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, total=total)
        op = code.fetch(code.version, pc)
        pc += 1
        if op == 0:
            total += n
        elif op == 1:
            total ^= 5
        elif op == 2:
            total -= 1
        elif op == 3:
            total *= 3
        elif op == 4:
            total &= 0xffffff
        else:
            return total


def run_other(code, n):
    pc = 0
    total = 0
    while True:
        other.jit_merge_point(pc=pc, code=code, n=n, total=total)
        chosen = (code.ops[pc], n)
        op = chosen[0]
        pc += 1
        if op == 0:
            total += n
        elif op == 1:
            total ^= 5
        elif op == 2:
            total -= 1
        elif op == 3:
            total *= 3
        elif op == 4:
            total &= 0xffffff
            pc = 1
        else:
            return total


def entry_point(argv):
    code = Code([0, 1, 2, 3, 4, 5])
    code.ops.append(len(argv))
    return run(code, 1000) + run_other(code, 10)


def target(driver, args):
    return entry_point, None
