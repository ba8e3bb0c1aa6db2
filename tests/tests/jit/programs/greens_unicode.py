"""Fresh copies of unicode strings as greens: equal ones share code; a unicode string and a string with the same bytes do not."""
# run: 120
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['pc', 'code', 'name'], reds=['n', 'acc'])


def interp(code, name, n):
    pc = 0
    acc = 0
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, name=name, n=n, acc=acc)
        op = code[pc]
        if op == u'+':
            acc += len(name)
        elif op == u'\u0416':
            acc = (acc * 3) & 0xffff
        elif op == u'-':
            if name == 'a\x00\x00\x00':
                acc -= 5
            else:
                acc -= 1
        elif op == u'j':
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, name=name, n=n, acc=acc)
                continue
        pc += 1
    return acc


def entry_point(argv):
    total = 0
    turns = int(argv[1])
    for i in range(turns):
        code = u'+' * (i % 2) + u'\u0416' * (i % 3) + u'-' * (1 + i % 2) + u'j'
        name = 'a' + '\x00' * (i % 4)
        total = (total * 31 + interp(code, name, turns - i)) & 0xffffffff
        if i % 5 == 0:
            # One that differs in the high half of a character only.
            total = (total * 31 + interp(u'+\u0116j', name, i)) & 0xffffffff
            total = (total * 31 + interp(u'+\u0416j', name, i)) & 0xffffffff
            total = (total * 31 + interp(u'+\x16j', name, i)) & 0xffffffff
    os.write(1, '%d\n' % total)
    return 0


def target(driver, args):
    return entry_point
