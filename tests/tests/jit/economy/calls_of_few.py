"""Calls of functions that are in an array: which one it is, is not known while the loop is compiled. It is compared with
those that came before, as long as these are few, so what it does is part of the loop: of 60,000 calls hardly one enters
compiled code, and each did without that. Of many functions none is compared with, beyond some: that is a call as any
other, and no way out."""
# holds: entries<=1000 executed<=2000 sessions<=200
import os
from rpython.rlib.jit import JitDriver

ADD, CALL, LOOP, RETURN = range(4)


class Code(object):
    _immutable_fields_ = ['ops[*]']

    def __init__(self, ops):
        self.ops = ops[:]


class Frame(object):
    def __init__(self, acc, n):
        self.acc = acc
        self.n = n


class Table(object):
    def __init__(self, codes):
        self.codes = codes


driver = JitDriver(greens=['pc', 'code'], reds=['frame', 'table'])


def run(code, frame, table):
    pc = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, frame=frame, table=table)
        op = code.ops[pc]
        n = code.ops[pc + 1]
        pc += 2
        if op == ADD:
            frame.acc = (frame.acc * 3 + n) & 0xffff
        elif op == CALL:
            callee = table.codes[frame.n % len(table.codes)]
            frame.acc = run(callee, Frame(frame.acc, 0), table)
        elif op == LOOP:
            frame.n -= 1
            if frame.n > 0:
                pc = n
                driver.can_enter_jit(pc=pc, code=code, frame=frame, table=table)
        else:
            return frame.acc


def loop(functions, turns):
    codes = [Code([ADD, i, ADD, i + 1, RETURN, 0]) for i in range(functions)]
    return run(Code([CALL, 0, ADD, 5, LOOP, 0, RETURN, 0]), Frame(1, turns), Table(codes))


def entry_point(argv):
    os.write(1, '%d\n' % loop(3, 60000))
    os.write(1, '%d\n' % loop(100, 60000))
    return 0


def target(driver, args):
    return entry_point
