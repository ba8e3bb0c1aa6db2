"""Programs as strings, a fresh copy for each run: equal ones share code, and no copy is kept."""
# run: 20000 30
# holds: sessions<=40 memory<=8000000 kept<=400
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc'])

def interp(code, n):
    pc = 0
    acc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc)
        op = code[pc]
        if op == '+':
            acc += 3
        elif op == '-':
            acc -= 1
        elif op == 'j':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, acc=acc)
                continue
        pc += 1
    return acc

def entry_point(argv):
    total = 0
    base = '+' * 40
    for i in range(int(argv[1])):
        text = base + '-' * (i % 3) + 'j'
        total += interp(text, int(argv[2]))
    os.write(1, '%d\n' % total)
    return 0

def target(driver, args):
    return entry_point
