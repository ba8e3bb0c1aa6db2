"""Operations that test for overflow, next to tests that bound their operands: where the result cannot overflow there is
no test, and one step further there has to be one."""
# run: 40
import os
import sys
from rpython.rlib.jit import JitDriver
from rpython.rlib.rarithmetic import intmask, ovfcheck

MOST = sys.maxint

driver = JitDriver(greens=['pc', 'code'], reds=['turns', 'i', 'n', 'total'])


def step(op, i, n):
    """What an instruction does with a number `i` below `n`; -1000 minus something where it overflows."""
    if op == 'a':
        if i < n:
            try:
                return ovfcheck(i + 1)
            except OverflowError:
                return -1001
    elif op == 'b':
        if i < n:
            try:
                return ovfcheck(i + 2)
            except OverflowError:
                return -1002
    elif op == 'c':
        if intmask(i + 1) < n:
            try:
                return ovfcheck(i + 2)
            except OverflowError:
                return -1003
    elif op == 'd':
        if 0 <= i and 0 <= n:
            try:
                return ovfcheck(i - n)
            except OverflowError:
                return -1004
    elif op == 'e':
        if 0 <= i:
            try:
                return ovfcheck(i - n)
            except OverflowError:
                return -1005
    elif op == 'f':
        if i < n:
            try:
                return ovfcheck(1 + i)
            except OverflowError:
                return -1006
    elif op == 'g':
        if 0 <= i:
            try:
                return ovfcheck(i - MOST)
            except OverflowError:
                return -1007
    elif op == 'h':
        if -1 <= i:
            try:
                return ovfcheck(ovfcheck(i - MOST) - 1)
            except OverflowError:
                return -1008
    elif op == 'i':
        if i < n:
            try:
                return ovfcheck(ovfcheck(i + 1) + 1)
            except OverflowError:
                return -1009
    elif op == 'j':
        if n > i:
            try:
                return ovfcheck(i - (-1))
            except OverflowError:
                return -1010
    elif op == 'k':
        if i < n:
            try:
                return ovfcheck(i - (-MOST - 1))
            except OverflowError:
                return -1011
    return 0


def run(code, i, n):
    pc = 0
    total = 0
    turns = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, turns=turns, i=i, n=n, total=total)
        if pc == len(code):
            turns += 1
            if turns == 60:
                return total
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, turns=turns, i=i, n=n, total=total)
            continue
        total = (total * 31 + step(code[pc], i, n) % 1000003) % 1000000007
        pc += 1


NUMBERS = [0, 1, -1, 2, -2, 1000, MOST, MOST - 1, MOST - 2, -MOST - 1, -MOST, -MOST + 1]


def entry_point(argv):
    n = int(argv[1])
    for i in range(n):
        for k in range(len(NUMBERS)):
            a = NUMBERS[(i * 5 + k) % len(NUMBERS)]
            b = NUMBERS[(i * 7 + 3 * k + i // 12) % len(NUMBERS)]
            os.write(1, '%d ' % run('abcdefghijk', a, b))
        os.write(1, '\n')
    return 0


def target(driver, args):
    return entry_point, None
