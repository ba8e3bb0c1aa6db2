"""What was just filled is promoted: strings of builders, and lists.

The objects are allocated in one piece of residual code and filled in the next one, which goes on with the value of the
arrival that it is compiled for. That exists, but is not filled by then.
"""
# run: 12
# run: 700
from rpython.rlib.jit import JitDriver, elidable, promote, promote_string, promote_unicode
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder


class Cell(object):
    _immutable_fields_ = ['items[*]', 'value']

    def __init__(self, items, value):
        self.items = items
        self.value = value


class Table(object):
    def __init__(self):
        self.numbers = [5, 6, 7]
        self.cells = [Cell([1], 4), Cell([2], 5), Cell([3], 6)]


table = Table()


@elidable
def first(text):
    return ord(text[0])


@elidable
def total(items):
    n = 0
    for x in items:
        n = n * 10 + x
    return n


def fill(items, n):
    for i in range(len(items)):
        items[i] = n + i


driver = JitDriver(greens=[], reds=['n', 'sum'])


def run(n):
    sum = 0
    while n > 0:
        driver.jit_merge_point(n=n, sum=sum)
        k = n & 1
        b = StringBuilder(4)
        b.append_multiple_char('b', 2 + (n & 3))
        y = promote_string(b.build())
        sum += ord(y[0]) * 3 + len(y)
        b = StringBuilder()
        b.append(str(n & 7))
        b.append('q')
        y = promote(b.build())
        sum += ord(y[0]) + first(y)
        u = UnicodeBuilder(3)
        u.append(unicode(str(n & 3)))
        u.append_multiple_char(u'x', 1 + k)
        v = promote_unicode(u.build())
        sum += ord(v[0]) * 5 + ord(v[1])
        l = promote(table.numbers[k:3])
        sum += l[0] + total(l)
        l = promote([a for a in table.numbers if a > 4 + k])
        sum += l[0] * 7 + len(l)
        l = promote(table.numbers + table.numbers[:1 + k])
        sum += l[3] * 11 + total(l)
        l = [0] * (2 + k)
        fill(l, k)
        l = promote(l)
        sum += l[1] * 13 + total(l)
        cells = promote(table.cells[k:2 + k])
        sum += cells[0].value * 17 + cells[1].items[0]
        cell = promote(Cell(table.numbers[k:], k))
        sum += cell.value * 19 + cell.items[0] + total(cell.items)
        n -= 1
    return sum


def entry_point(argv):
    print run(int(argv[1]))
    return 0


def target(driver, args):
    return entry_point, None
