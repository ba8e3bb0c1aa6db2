"""Programs as unicode strings, a fresh copy for each run: equal ones share code, and no copy is kept."""
# run: 5000 1000
# holds: sessions<=200 memory<=8000000 kept<=20
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc'])

def interp(code, n):
    pc = 0
    acc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc)
        op = code[pc]
        if op == u'+':
            acc += 3
        elif op == u'-':
            acc -= 1
        elif op == u'j':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, acc=acc)
                continue
        pc += 1
    return acc

def entry_point(argv):
    total = 0
    base = u'+' * 40
    for i in range(int(argv[1])):
        text = base + u'-' * (i % 3) + u'\u0416j'
        total += interp(text, int(argv[2]))
    os.write(1, '%d\n' % total)
    return 0

def target(driver, args):
    return entry_point
