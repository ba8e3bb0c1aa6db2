"""Two loops in one activation: what the first one promotes is another value in each turn, so that it is given up; the second one gets hot all the
same."""
# run: p<+> 300000
# holds: executed<=3000 refused>=1 versions>=2 sessions<=60 memory<=2000000
import os
from rpython.rlib.jit import JitDriver, promote

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'left', 'acc'])

def interp(code, n):
    pc = 0
    acc = 0
    left = n
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, n=n, left=left, acc=acc)
        op = code[pc]
        if op == 'p':
            acc += promote(left) & 3
        elif op == '+':
            acc += 1
        elif op == '<' or op == '>':
            left -= 1
            if left > 0:
                pc -= 1
                driver.can_enter_jit(pc=pc, code=code, n=n, left=left, acc=acc)
                continue
            left = n
        pc += 1
    return acc

def entry_point(argv):
    os.write(1, '%d\n' % interp(argv[1], int(argv[2])))
    return 0

def target(driver, args):
    return entry_point
