"""A table that gets its new version behind the change, with branches between the two: what is looked up in it is another
one meanwhile, and no hint is wrong."""
# run: 120
import os
from rpython.rlib.jit import JitDriver, elidable, promote

driver = JitDriver(greens=['k'], reds=['i', 'n', 'table', 'total'])


class Version(object):
    pass


class Table(object):
    _immutable_fields_ = ['version?']

    def __init__(self):
        self.values = {'a': 1}
        self.version = Version()
        self.large = 0
        self.odd = 0

    def look_up(self, name):
        table = promote(self)
        return table._look_up(name, table.version)

    @elidable
    def _look_up(self, name, version):
        return self.values.get(name, -1)

    def write(self, name, value):
        self.values[name] = value
        if value % 20 == 17:
            self.large += 1
        if value & 1:
            self.odd += 1
        self.version = Version()


def run(n, table):
    i = 0
    k = 0
    total = 0
    while i < n:
        driver.jit_merge_point(k=k, i=i, n=n, table=table, total=total)
        total += table.look_up('a')
        i += 1
        if i % 10 == 7 or i % 15 == 4:
            table.write('a', i)
        if i % 5 == 0:
            k = 1 - k
    return total


def main(argv):
    table = Table()
    total = run(int(argv[1]), table)
    os.write(1, '%d %d %d\n' % (total, table.large, table.odd))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
