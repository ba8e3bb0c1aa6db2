"""A table's entry is another for a moment, and its version is stored last: it may be the one that it has already, so
that the store changes nothing.
"""
# run: 400
# promises: a version that comes back finds what it found, but verification calls again whatever version there is.
from rpython.rlib.jit import JitDriver, elidable, promote


class Version(object):
    pass


VERSIONS = [Version(), Version()]


class Table(object):
    _immutable_fields_ = ['version?']

    def __init__(self):
        self.entry = 10
        self.changes = 0
        self.version = VERSIONS[0]

    def lookup(self):
        self = promote(self)
        return self.find(self.version)

    @elidable
    def find(self, version):
        return self.entry

    def turn(self, mode, n):
        self = promote(self)
        mode = promote(mode)
        self.entry = 0
        if n & 4:
            self.changes += 1
        self.entry = 10 + mode
        self.version = VERSIONS[mode]


driver = JitDriver(greens=['pc'], reds=['n', 'sum', 'table'])


def run(table, n):
    sum = 0
    pc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, n=n, sum=sum, table=table)
        table.turn((n >> 1) & 1, n)
        found = table.lookup()
        if found != 10 + ((n >> 1) & 1):
            print 'wrong', n, found
        sum = (sum * 3 + found) & 0xffffff
        n -= 1
    return sum


def entry_point(argv):
    print run(Table(), int(argv[1]))
    return 0


def target(driver, args):
    return entry_point, None

