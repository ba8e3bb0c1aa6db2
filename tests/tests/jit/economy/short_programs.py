"""Short programs, each made, run and dropped: none of them is hot, though their counters are shared."""
# run: 5000 30
# holds: sessions<=40 memory<=3000000
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'acc'])

class Code(object):
    _immutable_fields_ = ['text']
    def __init__(self, text):
        self.text = text

def interp(code, n):
    pc = 0
    acc = 0
    while pc < len(code.text):
        driver.jit_merge_point(pc=pc, code=code, n=n, acc=acc)
        op = code.text[pc]
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
    for i in range(int(argv[1])):
        text = '+' * (i % 7) + '-' * (i % 5) + 'j'
        total += interp(Code(text), int(argv[2]))
    os.write(1, '%d\n' % total)
    return 0

def target(driver, args):
    return entry_point
