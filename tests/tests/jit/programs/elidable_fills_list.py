"""An elidable function adds to a list when it is called for a new key, and the loop asks for the length of the list before
and behind the call: what is known of it before is not true any more.
"""
# run: 60
# run: 300
from rpython.rlib.jit import JitDriver, elidable


class Symbol(object):
    def __init__(self, number, key):
        self.number = number
        self.key = key


class Table(object):
    def __init__(self):
        self.symbols = []
        self.last = None


TABLE = Table()


@elidable
def symbol(key):
    for s in TABLE.symbols:
        if s.key == key:
            return s
    s = Symbol(len(TABLE.symbols), key)
    TABLE.symbols.append(s)
    TABLE.last = s
    return s


driver = JitDriver(greens=['step'], reds=['n', 'sum'])


def run(step, n):
    sum = 0
    while n > 0:
        driver.jit_merge_point(step=step, n=n, sum=sum)
        before = len(TABLE.symbols)
        last = TABLE.last
        s = symbol((before * step) & 31)
        sum = (sum * 3 + s.number + len(TABLE.symbols) - before) & 0xffff
        if TABLE.last is not last:
            sum ^= 0x55
        n -= 1
    return sum


def entry_point(argv):
    n = int(argv[1])
    print run(1, n), len(TABLE.symbols), run(7, n), len(TABLE.symbols)
    return 0


def target(driver, args):
    return entry_point, None
