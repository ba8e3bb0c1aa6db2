# run: 30
# promises: not quite kept
# An interpreter that rewrites instructions while they run, and executes the new form at once. It reads its code by
# elidable functions, which is not quite true, and right all the same: both forms do the same. What was rewritten a
# moment ago must be read as it is now. (`check` reports that the functions do not keep their promise.)
import os
from rpython.rlib import jit

ADD, ADD_SMALL, ADD_LARGE, TWICE, TWICE_QUICK, LOOP, END = range(7)

driver = jit.JitDriver(greens=['pc', 'block'], reds=['counter', 'total'])


class Block(object):
    _immutable_fields_ = ['code?[*]', 'cells']

    def __init__(self, code):
        self.code = code[:]
        self.cells = Cells(code[:])

    @jit.elidable
    def opcode(self, pc):
        assert 0 <= pc < len(self.code)
        return self.code[pc]

    def rewrite(self, pc, opcode):
        self.code[pc] = opcode

    @jit.dont_look_inside
    def rewrite_elsewhere(self, pc, opcode):
        self.code[pc] = opcode

    @jit.elidable
    def operand(self, pc):
        return self.cells.get(pc + 1)


class Cells(object):
    """The same behind one more object; its items are a list that the program may change."""

    def __init__(self, items):
        self.items = items

    def get(self, i):
        return self.items[i]

    def put(self, i, value):
        self.items[i] = value


def run(block, counter):
    pc = 0
    total = 0
    while True:
        driver.jit_merge_point(pc=pc, block=block, counter=counter, total=total)
        opcode = jit.promote(block).opcode(pc)
        if opcode == ADD:
            if block.operand(pc) < 10:
                block.rewrite(pc, ADD_SMALL)
            else:
                block.rewrite(pc, ADD_LARGE)
        elif opcode == ADD_SMALL:
            total += block.operand(pc)
            pc += 2
        elif opcode == ADD_LARGE:
            total = (total + block.operand(pc)) % 1000003
            pc += 2
        elif opcode == TWICE:
            block.rewrite_elsewhere(pc, TWICE_QUICK)
        elif opcode == TWICE_QUICK:
            total += total
            pc += 2
        elif opcode == LOOP:
            target = block.operand(pc)
            if target >= 100:
                # The jump is put right, and made.
                block.cells.put(pc + 1, target - 100)
                continue
            counter -= 1
            if counter <= 0:
                return total
            pc = target
            driver.can_enter_jit(pc=pc, block=block, counter=counter, total=total)
        else:
            return total


def main(argv):
    n = int(argv[1])
    for i in range(n):
        block = Block([ADD, 3, TWICE, 0, ADD, 20 + i, LOOP, 100, END, 0])
        os.write(1, "%d\n" % run(block, 2 + i * i))
    block = Block([ADD_SMALL, 1, ADD_LARGE, 30, LOOP, 6, ADD, 5, ADD, 50, TWICE, 0, LOOP, 100, END, 0])
    os.write(1, "%d\n" % run(block, 50 * n))
    return 0


def target(driver, args):
    return main, None
