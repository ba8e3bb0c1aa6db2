"""A loop that looks up names which its own table does not have, and another one has, as builtin functions are looked up
behind the globals of a module. With a second argument a call in the loop may change tables."""
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable_promote, promote

driver = JitDriver(greens=['calls'], reds=['n', 'total', 'table', 'scratch'])


class Version(object):
    pass


class Cell(object):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        self.value = value


class Table(object):
    _immutable_fields_ = ['version?']

    def __init__(self):
        self.version = Version()
        self.cells = {}

    def define(self, name, value):
        self.version = Version()
        self.cells[name] = Cell(value)

    def get(self, name):
        self = promote(self)
        return self.find(name, self.version)

    @elidable_promote()
    def find(self, name, version):
        return self.cells.get(name, None)


BUILTINS = Table()
BUILTINS.define('abs', 3)
BUILTINS.define('len', 5)


@dont_look_inside
def change(table, n):
    table.define('other', n)


def value(table, name):
    cell = table.get(name)
    if cell is None:
        cell = BUILTINS.get(name)
        if cell is None:
            return 0
    return cell.value


def run(calls, n, table, scratch):
    total = 0
    while n > 0:
        driver.jit_merge_point(calls=calls, n=n, total=total, table=table, scratch=scratch)
        total += value(table, 'abs')
        if calls:
            change(scratch, n)
        total += value(table, 'len')
        total &= 0xffffff
        n -= 1
    return total


def entry_point(argv):
    n = int(argv[1])
    calls = len(argv) > 2
    table = Table()
    table.define('own', 1)
    scratch = Table()
    total = run(calls, n, table, scratch)
    # The name is there from now on.
    table.define('len', 100)
    total = total * 31 + run(calls, n, table, scratch)
    os.write(1, '%d\n' % total)
    return 0


def target(driver, args):
    return entry_point, None
