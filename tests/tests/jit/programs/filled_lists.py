"""Lists that nothing changes once they are made: they are filled as arrays that change, and read as arrays that do
not. What is filled late must be there when it is read."""
# run: 60
import os
from rpython.rlib.jit import JitDriver, promote, unroll_safe
from rpython.rlib.rarithmetic import intmask

driver = JitDriver(greens=['pc', 'code'], reds=['turns', 'x', 'cell'])


class Cell(object):
    def __init__(self, value):
        self.value = value
        self.row = [value] * 3


def first(items):
    for item in items:
        return item
    return -1


@unroll_safe
def filled(x, n):
    row = [0] * n
    for i in range(n):
        row[i] = x + i
    return [y for y in row]


def swapped(items):
    return [items[1], items[0]]


def run(code, turns, x, cell):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, turns=turns, x=x, cell=cell)
        op = code[pc]
        pc += 1
        if op == 'r':
            row = [cell.value] * 5
            x = intmask(x * 3 + row[0] + row[4])
        elif op == 'n':
            row = [x & 7, cell.value] * 2
            x = intmask(x * 5 + row[2] * 3 + row[3])
        elif op == 's':
            row = swapped([x & 3, cell.value])
            x = intmask(x * 7 + row[0] * 3 + row[1])
        elif op == 'v':
            row = [x & 15] * (cell.value & 3)
            x = intmask(x * 3 + first(row) + len(row))
        elif op == 'w':
            row = [x & 15] * 70
            x = intmask(x * 3 + row[69] + row[60])
        elif op == 'b':
            row = [x & 15, cell.value] * 35
            x = intmask(x * 3 + row[69] + row[60])
        elif op == 'u':
            row = filled(x & 15, 70)
            x = intmask(x * 3 + row[69] + row[60])
        elif op == 'c':
            cell = Cell(x & 31)
            x = intmask(x + cell.row[promote(x & 1)] + cell.row[2])
        elif op == 'k':
            cells = [cell] * 2
            cell.value = x & 63
            x = intmask(x + cells[0].value * 3 + cells[1].value)
        else:
            turns -= 1
            if turns <= 0:
                return x
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, turns=turns, x=x, cell=cell)


def main(argv):
    turns = int(argv[1])
    for code in ['rl', 'wl', 'bl', 'ul', 'nl', 'sl', 'vl', 'cl', 'kl', 'rnsvckl', 'ckvrsnl']:
        for start in range(3):
            os.write(1, "%s %d\n" % (code, run(code, turns, start, Cell(start))))
    return 0


def target(driver, args):
    return main, None
