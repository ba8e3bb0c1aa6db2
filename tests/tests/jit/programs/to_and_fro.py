"""A table with two states, each with a version of its own, between which a program goes to and fro: an elidable function
that gets the version finds the same each time. Where its call is made while code is compiled, what the code stores on
its way there is not in memory yet; that the same call was made before says nothing of what memory holds now. The table
is known, or not before it has been written."""
# run: 600
# promises: kept as long as a version is that of the table, which verification does not know
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, promote

driver = JitDriver(greens=['pc', 'code'], reds=['holder', 'table', 'n', 'total'])


class Version(object):
    pass


class Cell(object):
    def __init__(self, value):
        self.value = value


FIRST = Version()
SECOND = Version()
CELL = Cell(10)
OTHER = Cell(2000)


class Table(object):
    def __init__(self):
        self.cells = [OTHER, CELL]
        self.numbers = [1, 3]
        self.cell = CELL
        self.number = 5
        self.version = FIRST

    def first(self):
        self.cells[1] = CELL
        self.numbers[1] = 3
        self.cell = CELL
        self.number = 5
        self.version = FIRST

    def second(self):
        self.cells[1] = OTHER
        self.numbers[1] = 700
        self.cell = OTHER
        self.number = 900
        self.version = SECOND

    @elidable
    def find(self, i, version):
        return self.cells[i]

    @elidable
    def find_number(self, i, version):
        return self.numbers[i]

    @elidable
    def the_cell(self, version):
        return self.cell

    @elidable
    def the_number(self, version):
        return self.number


class Words(Table):
    def __init__(self):
        Table.__init__(self)
        self.words = {'a': CELL, 'b': OTHER}
        self.places = {1: 3, 2: 4}
        self.more = []

    def first(self):
        self.words['a'] = CELL
        self.places[1] = 3
        del self.more[:]
        self.cell = CELL
        self.version = FIRST

    def second(self):
        self.words['a'] = OTHER
        self.places[1] = 700
        self.more.append(OTHER)
        self.version = SECOND

    @elidable
    def find(self, i, version):
        return self.words['a']

    @elidable
    def find_number(self, i, version):
        return self.places[i]

    @elidable
    def the_cell(self, version):
        if len(self.more) == 0:
            return self.cell
        return self.more[0]

    @elidable
    def the_number(self, version):
        return len(self.more)


class Holder(object):
    def __init__(self, table):
        self.table = table


TABLE = Table()


@dont_look_inside
def outside(n):
    if n & 1:
        TABLE.first()
    else:
        TABLE.second()


def run(code, holder, n):
    table = holder.table
    total = 0
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, holder=holder, table=table, n=n, total=total)
        op = code[pc]
        pc += 1
        if op == 'p':
            table = promote(table)
        elif op == 'h':
            table = holder.table
        elif op == 'a':
            table.first()
        elif op == 'b':
            table.second()
        elif op == 'o':
            outside(n)
        elif op == 'f':
            table = promote(table)
            total += table.find(1, promote(table.version)).value
        elif op == 'n':
            table = promote(table)
            total += table.find_number(1, promote(table.version))
        elif op == 'c':
            table = promote(table)
            total += table.the_cell(promote(table.version)).value
        elif op == 'k':
            table = promote(table)
            total += table.the_number(promote(table.version))
        elif op == '-':
            total &= 0xffffff
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, holder=holder, table=table, n=n, total=total)
            else:
                break
    return total


def main(argv):
    n = int(argv[1])
    for code in ['afbf-', 'anbn-', 'acbc-', 'akbk-', 'pafbf-', 'panbn-', 'hafhbf-', 'hanhbn-', 'hachbc-', 'hakhbk-',
                 'bfafk-', 'fanbc-', 'abfk-', 'bafckn-', 'fcknafcknbfckn-', 'hfcknahfcknbhfckn-', 'ofc-', 'afocbn-']:
        TABLE.first()
        os.write(1, "%s: %d\n" % (code, run(code, Holder(TABLE), n)))
        os.write(1, "%s: %d\n" % (code, run(code, Holder(Table()), n + 1)))
        os.write(1, "%s: %d\n" % (code, run(code, Holder(Words()), n)))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
