# Functions in fields that change, of an object that the program knows from the start: read from it each time.
# run: 40
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['acc', 'n'])


def double(n):
    HANDLER.act = triple
    return 2 * n & 1023


def triple(n):
    HANDLER.act = double
    return 3 * n + 1 & 1023


class Handler(object):
    def __init__(self, act):
        self.act = act


HANDLER = Handler(double)


def run(code, n):
    pc = 0
    acc = 1
    while n > 0:
        driver.jit_merge_point(pc=pc, code=code, acc=acc, n=n)
        op = code[pc]
        pc += 1
        if op == 'h':
            handler = HANDLER
            acc = handler.act(acc) + handler.act(n)
        elif op == '-':
            n -= 1
        else:
            pc = 0
    return acc


def entry_point(argv):
    n = int(argv[1])
    for code in ['h-!', 'hh-!', 'hhh--!']:
        os.write(1, '%s %d %d\n' % (code, run(code, n), run(code, n * n)))
    return 0


def target(driver, args):
    return entry_point
