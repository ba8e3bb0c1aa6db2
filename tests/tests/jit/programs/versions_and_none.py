"""Names that a table does not have, with a version that is another one when it gets them: an elidable function of the
version gives None, and code does not ask again as long as the version is the same. Tables get and lose names between
two lookups of one turn, in code that is looked into and in code that is not, before and after they get their version."""
# run: 300
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, promote, unroll_safe

driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'n', 'total'])


class Version(object):
    pass


class Cell(object):
    def __init__(self, value):
        self.value = value


class Table(object):
    _immutable_fields_ = ['version?']

    def __init__(self):
        self.cells = {}
        self.version = Version()

    def get(self, name):
        self = promote(self)
        return self.find(name, self.version)

    @elidable
    def find(self, name, version):
        return self.cells.get(name, None)

    def define(self, name, value):
        self.version = Version()
        self.cells[name] = Cell(value)

    def define_late(self, name, value):
        self.cells[name] = Cell(value)
        self.version = Version()

    def drop(self, name):
        if self.get(name) is not None:
            del self.cells[name]
            self.version = Version()

    @dont_look_inside
    def define_elsewhere(self, name, value):
        self.define(name, value)

    @dont_look_inside
    def drop_elsewhere(self, name):
        self.drop(name)


BUILTINS = Table()
BUILTINS.define('x', 1)
BUILTINS.define('y', 10)


class Frame(object):
    def __init__(self, table):
        self.table = table

    def value(self, name):
        cell = self.table.get(name)
        if cell is None:
            cell = BUILTINS.get(name)
            if cell is None:
                return 100000
        return cell.value


class Code(object):
    _immutable_fields_ = ['text']

    def __init__(self, text):
        self.text = text


def name_at(code, pc):
    return 'x' if code.text[pc] == 'x' else 'y' if code.text[pc] == 'y' else 'z'


def interpret(code, table, n):
    frame = Frame(table)
    pc = 0
    total = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, n=n, total=total)
        op = code.text[pc]
        if op == '.':
            return total
        name = name_at(code, pc + 1)
        if op == 'l':
            total = (total * 3 + frame.value(name)) & 0xffffff
        elif op == 'd':
            if n % 11 == 3:
                frame.table.define(name, n)
        elif op == 'D':
            if n % 13 == 5:
                frame.table.define_late(name, n)
        elif op == 'e':
            if n % 17 == 7:
                frame.table.define_elsewhere(name, n)
        elif op == 'u':
            if n % 7 == 2:
                frame.table.drop(name)
        elif op == 'U':
            if n % 5 == 1:
                frame.table.drop_elsewhere(name)
        elif op == 'j':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, frame=frame, n=n, total=total)
                continue
        pc += 2


PROGRAMS = ['lxlyj_.', 'lxdxlxuxlxj_.', 'lyDylyUylyj_.', 'lzezlzUzlzj_.', 'lxdyezlylzuyUzlylzj_.', 'dxlxDxlxuxlxUxlxexlxj_.']


def entry_point(argv):
    n = int(argv[1])
    shared = Table()
    for text in PROGRAMS:
        code = Code(text)
        total = interpret(code, Table(), n)
        total = total * 31 + interpret(code, shared, n)
        # The name is there in the end, behind many turns without it.
        late = Table()
        total = total * 31 + interpret(code, late, n)
        late.define('x', 5)
        total = total * 31 + interpret(code, late, n)
        os.write(1, '%s %d\n' % (text, total))
    return 0


def target(driver, args):
    return entry_point, None
