"""A table that goes to and fro between two states, each with a version of its own. It is changed by calls that are not
traced into and are not given it: they find it in another object. The version is set behind them, so that it is known
while code is compiled, and an elidable function that gets the version is not called before the program is there."""
# run: 600
# promises: kept as long as a version is that of the table, which verification does not know
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, promote

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total', 'table'])


class Version(object):
    pass


class Count(object):
    def __init__(self, n):
        self.n = n


FIRST = Version()
SECOND = Version()
ONE = Count(1)
MANY = Count(700)


class Table(object):
    def __init__(self):
        self.words = {'a': ONE}
        self.one = ONE
        self.number = 1
        self.version = FIRST

    @elidable
    def find(self, version):
        return self.words['a']

    @elidable
    def find_number(self, version):
        return self.words['a'].n


    @elidable
    def field(self, version):
        return self.one

    @elidable
    def field_number(self, version):
        return self.number


class Owner(object):
    def __init__(self):
        self.table = None


OWNER = Owner()


@dont_look_inside
def put(key, value):
    OWNER.table.words[key] = value
    if value is None:
        OWNER.table.words['other' + key] = ONE


@dont_look_inside
def set(value):
    OWNER.table.one = value
    OWNER.table.number = value.n


def run(code, table, n):
    pc = 0
    total = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, total=total, table=table)
        op = code[pc]
        pc += 1
        table = promote(table)
        if op == 'a':
            put('a', ONE)
            table.version = FIRST
        elif op == 'b':
            put('a', MANY)
            table.version = SECOND
        elif op == 'f':
            total += table.find(promote(table.version)).n
        elif op == 'n':
            total += table.find_number(promote(table.version))
        elif op == 'c':
            set(ONE)
            table.version = FIRST
        elif op == 'd':
            set(MANY)
            table.version = SECOND
        elif op == 'g':
            total += table.field(promote(table.version)).n
        elif op == 'm':
            total += table.field_number(promote(table.version))
        elif op == '-':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, total=total, table=table)
            else:
                break
    return total


def main(argv):
    for code in ['afbf-', 'anbn-', 'bfanf-', 'an-', 'faf-bnf-', 'cgdg-', 'cmdm-', 'dgcmg-', 'cm-', 'dmg-', 'gcgm-']:
        OWNER.table = Table()
        os.write(1, "%s: %d\n" % (code, run(code, OWNER.table, int(argv[1]))))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
