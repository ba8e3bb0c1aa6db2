"""Code that is run for a few turns now and then, while nothing is hot: counts of its arrivals decay."""
# run: 40 30 20
import os
from rpython.rlib.jit import JitDriver, set_user_param

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


class Last(object):
    items = [0]

last = Last()


def entry_point(argv):
    """Rounds, turns in each of them, lists of four KB that are made between them, settings."""
    if len(argv) > 4:
        set_user_param(None, argv[4])
    code = Code('+-+j')
    total = 0
    for i in range(int(argv[1])):
        total += interp(code, int(argv[2]))
        for j in range(int(argv[3])):
            last.items = [j] * 500
    os.write(1, '%d\n' % total)
    return 0


def target(driver, args):
    return entry_point
