"""`can_enter_jit` with a state that is not the one the next merge point sees, with effects on the way, on one way of two."""
# run: 3000
import os
from rpython.rlib.jit import JitDriver

first = JitDriver(greens=['pc'], reds=['i', 'n', 'a'])
second = JitDriver(greens=['pc', 'code'], reds=['n', 'acc', 'log'])
third = JitDriver(greens=['pc'], reds=['i', 'n', 'a'])


def other_green(n):
    pc = 0
    i = 0
    a = 0
    while True:
        first.jit_merge_point(pc=pc, i=i, n=n, a=a)
        if pc == 0:
            a += i
            pc = 1
        else:
            if i >= n:
                return a
            i += 1
            first.can_enter_jit(pc=1, i=i, n=n, a=a)
            pc = 0


def effects(code, n, log):
    pc = 0
    acc = 0
    while True:
        second.jit_merge_point(pc=pc, code=code, n=n, acc=acc, log=log)
        if pc >= len(code):
            return acc
        op = code[pc]
        if op == 'j':
            n -= 1
            if n > 0:
                pc = 0
                second.can_enter_jit(pc=pc, code=code, n=n, acc=acc, log=log)
                log[0] += 1
                continue
        acc += log[0]
        pc += 1


def two_ways(n):
    pc = 0
    i = 0
    a = 0
    while i < n:
        third.jit_merge_point(pc=pc, i=i, n=n, a=a)
        i += 1
        if pc == 0:
            a += i
            pc = 1
            third.can_enter_jit(pc=pc, i=i, n=n, a=a)
        else:
            pc = 0
            a ^= i
            third.can_enter_jit(pc=pc, i=i, n=n, a=a)
        if i % 3 == 0:
            pc = 1 - pc
    return a


def entry_point(argv):
    n = int(argv[1])
    os.write(1, '%d\n' % other_green(n))
    log = [0]
    os.write(1, '%d %d\n' % (effects('aaj', n, log), log[0]))
    os.write(1, '%d\n' % two_ways(n))
    return 0


def target(driver, args):
    return entry_point
