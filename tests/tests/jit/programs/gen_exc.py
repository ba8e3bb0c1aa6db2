"""Exceptions that leave the portal, generators around it, recursion between two drivers."""
# run: 400
import os
from rpython.rlib.jit import JitDriver, dont_look_inside

one = JitDriver(greens=['pc', 'code'], reds=['n', 'acc'], is_recursive=True)
two = JitDriver(greens=['step'], reds=['i', 'n', 'total', 'code'], is_recursive=True)


class Stop(Exception):
    def __init__(self, value, depth):
        self.value = value
        self.depth = depth


def numbers(n):
    for i in range(n):
        if i % 11 == 10:
            continue
        yield i


def interp(code, n, depth):
    pc = 0
    acc = 0
    try:
        return loop(code, n, depth)
    except Stop as s:
        if s.depth == depth:
            return s.value
        if s.depth < 0:
            raise Stop(s.value + 1, depth - 1)
        raise


def loop(code, n, depth):
    pc = 0
    acc = depth
    while True:
        one.jit_merge_point(pc=pc, code=code, n=n, acc=acc)
        if pc >= len(code):
            return acc
        op = code[pc]
        pc += 1
        if op == '+':
            acc += n
        elif op == 'c':
            if n > 0:
                acc += count(n % 4, n // 3, code) % 1000
        elif op == 'r':
            if n > 0:
                acc += interp(code, n // 2 - 1, 1) % 1009
        elif op == 'x':
            if acc % 5 == 3:
                raise Stop(acc, acc % 3)
        elif op == 'j':
            n -= 1
            if n > 0:
                pc = 0
                one.can_enter_jit(pc=pc, code=code, n=n, acc=acc)


def count(step, n, code):
    i = 0
    total = 0
    while i < n:
        two.jit_merge_point(step=step, i=i, n=n, total=total, code=code)
        i += step + 1
        if i % 9 == 4:
            try:
                total += interp(code, i // 4, 2)
            except Stop as s:
                total += s.value
        if total > 100000:
            raise Stop(total % 977, 0)
    return total


def entry_point(argv):
    n = int(argv[1])
    total = 0
    for code in ['+xj', '+rxj', 'c+j', '+crxj']:
        for i in numbers(30):
            try:
                total += interp(code, i, i % 3)
            except Stop as s:
                total += s.value * 3
            total %= 1000003
        os.write(1, '%s %d\n' % (code, total))
    for i in numbers(n):
        try:
            total += interp('+xj', i, i % 4)
        except Stop as s:
            total -= s.depth
    os.write(1, '%d\n' % total)
    return 0


def target(driver, args):
    return entry_point
