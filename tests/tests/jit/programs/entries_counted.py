"""An elidable function numbers its arguments and counts the numbers; the count is read before and after its call.
"""
# run: 400
from rpython.rlib.jit import JitDriver, elidable, promote


class Names(object):
    def __init__(self):
        self.count = 0
        self.items = [0] * 64


names = Names()


@elidable
def number(k):
    if names.items[k] == 0:
        names.count += 1
        names.items[k] = names.count
    return names.items[k]


driver = JitDriver(greens=['code'], reds=['n', 'i', 'sum'])


def run(code, n):
    i = 0
    sum = 0
    while n > 0:
        driver.jit_merge_point(code=code, n=n, i=i, sum=sum)
        if n % 10 == 0:
            i = (i + 1) & 63
        k = promote(i)
        before = names.count
        sum += number(k)
        after = names.count
        sum += after - before
        n -= 1
    return sum


def entry_point(argv):
    print run('x', int(argv[1]))
    return 0


def target(driver, args):
    return entry_point, None

