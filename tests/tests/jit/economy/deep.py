"""Recursion through the portal: at least half as deep as without a JIT."""
# run: r 120000
# holds: refused<=0
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc'], is_recursive=True)

def interp(code, n):
    pc = 0
    acc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc)
        op = code[pc]
        if op == 'r':
            if n > 0:
                acc += interp(code, n - 1) + 1
        elif op == '+':
            acc += 1
        pc += 1
    return acc

def entry_point(argv):
    try:
        os.write(1, '%d\n' % interp(argv[1], int(argv[2])))
    except RuntimeError:
        os.write(1, 'too deep\n')
    return 0

def target(driver, args):
    return entry_point
