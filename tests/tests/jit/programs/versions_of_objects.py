"""A table gets its new version, and then an object that has just been made: its store waits in compiled code, over a branch,
when the table is looked at by its version.
"""
# run: 40
# run: 300
from rpython.rlib.jit import JitDriver, elidable, promote


class Version(object):
    pass


class Number(object):
    def __init__(self, value):
        self.value = value


class Table(object):
    _immutable_fields_ = ['version?', 'entries']

    def __init__(self):
        self.entries = [None] * 4
        self.version = Version()

    def lookup(self, key):
        self = promote(self)
        return self.entry(key & 3, self.version)

    @elidable
    def entry(self, key, version):
        return self.entries[key]

    def define(self, key, number):
        self.version = Version()
        self.entries[key & 3] = number


driver = JitDriver(greens=['pc'], reds=['turns', 'number', 'sum', 'tables'])


def run(tables, turns):
    pc = 0
    sum = 0
    number = Number(0)
    while turns > 0:
        driver.jit_merge_point(pc=pc, turns=turns, number=number, sum=sum, tables=tables)
        if pc == 0:
            number = Number(20)
            pc = 1
        elif pc == 1:
            tables[0].define(number.value, number)
            if turns & 3 == 1:
                sum += 1
            found = tables[number.value & 1].lookup(number.value)
            if found is not None:
                sum = (sum * 3 + found.value) & 0xffffff
                number = found
            pc = 2
        else:
            number = Number(number.value - 1)
            pc = 1
            if number.value <= 0:
                pc = 0
                turns -= 1
    return sum


def entry_point(argv):
    print run([Table(), Table()], int(argv[1]))
    return 0


def target(driver, args):
    return entry_point, None
