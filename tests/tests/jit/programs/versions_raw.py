"""A table in raw memory gets its new version, a branch follows, and then the entry is stored.
"""
# run: 400 2
from rpython.rlib.jit import JitDriver, elidable, promote
from rpython.rtyper.lltypesystem import lltype, rffi


class Version(object):
    pass


class Table(object):
    _immutable_fields_ = ['version?', 'entries']

    def __init__(self):
        self.entries = lltype.malloc(rffi.CArray(lltype.Signed), 4, flavor='raw')
        for k in range(4):
            self.entries[k] = 0
        self.changes = 0
        self.version = Version()

    def lookup(self, key):
        self = promote(self)
        return self.entry(key, self.version)

    @elidable
    def entry(self, key, version):
        return self.entries[key]

    def define(self, key, value):
        self.version = Version()
        if value & 8:
            self.changes += 1
        self.entries[key] = value


driver = JitDriver(greens=['key'], reds=['n', 'sum', 'table'])


def run(table, key, n):
    sum = 0
    while n > 0:
        driver.jit_merge_point(key=key, n=n, sum=sum, table=table)
        if n & 7 == 3:
            table.define(key, n)
        sum = (sum * 3 + table.lookup(key)) & 0xffffff
        n -= 1
    return sum


def entry_point(argv):
    table = Table()
    print run(table, int(argv[2]), int(argv[1])), table.changes
    return 0


def target(driver, args):
    return entry_point, None

