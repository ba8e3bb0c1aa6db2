"""Guards whose other way raises leave with the snapshot of a guard before them, and what lies between is done again:
loads, tests, allocations, but no store and no call. Each of the rows below fails at each of its tests now and then."""
# run: 900
import os
from rpython.rlib.jit import JitDriver, dont_look_inside
from rpython.rlib.rarithmetic import ovfcheck

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'machine'])


class Missing(Exception):
    def __init__(self, where):
        self.where = where


class Cell(object):
    def __init__(self, value, link):
        self.value = value
        self.link = link


class Machine(object):
    def __init__(self):
        self.cells = [Cell(i, None) for i in range(6)]
        for i in range(5):
            self.cells[i].link = self.cells[i + 1]
        self.numbers = [3, 1, 4, 1, 5]
        self.count = 0
        self.missing = [0] * 8
        self.made = 0


@dont_look_inside
def note(machine, n):
    machine.count += n


def number(machine, i):
    if i < 0:
        raise Missing(0)
    if i >= len(machine.numbers):
        raise Missing(1)
    return machine.numbers[i]


def value(cell):
    if cell is None:
        raise Missing(2)
    return cell.value


def row_of_loads(machine, n):
    a = number(machine, n % 7 - 1)
    b = number(machine, n % 3)
    cell = machine.cells[n % 6]
    c = value(cell.link)
    return a + b * 10 + c * 100


def row_with_stores(machine, n):
    a = number(machine, n % 6)
    machine.count += 1
    b = number(machine, a - 1)
    machine.count += b
    c = number(machine, machine.count % 6 - 1)
    return a + b + c


def row_with_objects(machine, n):
    a = number(machine, n % 6)
    cell = Cell(a, machine.cells[n % 6].link)
    cell.value += number(machine, n % 7 - 1)
    if n % 11 == 0:
        machine.cells[n % 6] = cell
    if n % 13 == 0:
        raise Missing(3)
    return cell.value + value(cell.link)


def row_with_calls(machine, n):
    a = number(machine, n % 6)
    note(machine, a)
    b = number(machine, machine.count % 6)
    try:
        c = ovfcheck((n & 15) * (1 << 60))
    except OverflowError:
        raise Missing(4)
    return a + b + (c & 7)


def run(code, machine, n):
    pc = 0
    while n > 0:
        driver.jit_merge_point(pc=pc, code=code, n=n, machine=machine)
        op = code[pc]
        result = 0
        try:
            if op == 'l':
                result = row_of_loads(machine, n)
            elif op == 's':
                result = row_with_stores(machine, n)
            elif op == 'o':
                result = row_with_objects(machine, n)
            elif op == 'c':
                result = row_with_calls(machine, n)
        except Missing as e:
            machine.missing[e.where] += 1
        machine.made = (machine.made * 31 + result) & 0xffffff
        pc += 1
        if pc == len(code):
            pc = 0
            n -= 1


def entry_point(argv):
    n = int(argv[1])
    for code in ['l', 's', 'o', 'c', 'lsoc', 'ocl', 'ssll', 'cooc']:
        machine = Machine()
        run(code, machine, n)
        counts = ' '.join([str(i) for i in machine.missing])
        os.write(1, '%s: %d %d %s\n' % (code, machine.made, machine.count, counts))
    return 0


def target(*args):
    return entry_point, None
