"""A list of new objects is promoted in code that is made again, where the store of its last item waits.

The item is read as soon as the list is a constant, while what follows is compiled.
"""
# run: 200 70
from rpython.rlib.jit import JitDriver, promote, unroll_safe


class Item(object):
    _immutable_fields_ = ['key']

    def __init__(self, key):
        self.key = key


driver = JitDriver(greens=['pc', 'code'], reds=['n', 'sum'])


@unroll_safe
def items(n, sum):
    return [Item(j) for j in range((n & 7) + 1)]


def run(code, n):
    sum = 1
    pc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, code=code, n=n, sum=sum)
        op = code[pc]
        pc += 1
        if op == 'i':
            made = items(n, sum)
            if sum & 1:
                sum += 1
            list = promote(made)
            sum += list[len(list) - 1].key
        else:
            n -= 1
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, sum=sum)
    print sum, n


def entry_point(argv):
    run('iil', int(argv[1]))
    run('il', int(argv[2]))
    return 0


def target(driver, args):
    return entry_point, None
