"""isconstant and isvirtual: what the compiler knows, with the same result either way; other hints that say what is so."""
# run: 40
import os
from rpython.rlib.jit import (
    JitDriver, conditional_call, conditional_call_elidable, dont_look_inside,
    elidable, isconstant, isvirtual, look_inside_iff, loop_unrolling_heuristic, promote, record_exact_class)

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total', 'counts'])


class Value(object):
    pass


class Int(Value):
    def __init__(self, value):
        self.value = value


class Counts(object):
    """How often the compiler knew, counted at run time."""
    def __init__(self):
        self.constants = 0
        self.virtuals = 0
        self.calls = 0


@look_inside_iff(lambda base, exponent: isconstant(exponent))
def power(base, exponent):
    result = 1
    while exponent > 0:
        result = (result * base) % 1000003
        exponent -= 1
    return result


@look_inside_iff(lambda items, size: loop_unrolling_heuristic(items, size, 4))
def sum_of(items, size):
    total = 0
    for i in range(size):
        total += items[i]
    return total


@dont_look_inside
def escape(value):
    value.value += 1


def count(counts, value):
    if isconstant(value.value):
        counts.constants += 1
    if isvirtual(value):
        counts.virtuals += 1


@dont_look_inside
def called(counts, n):
    counts.calls += n


@elidable
def square(n):
    return n * n


class Cached(object):
    def __init__(self):
        self.cache = 0


cached = Cached()


def get(c, n):
    c.cache = conditional_call_elidable(c.cache, square, n)
    return c.cache


@dont_look_inside
def make(n):
    if n < 0:
        return Value()
    return Int(n)


def run(code, n):
    pc = 0
    total = 0
    counts = Counts()
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, total=total, counts=counts)
        if pc >= len(code):
            pc = 0
            n -= 1
            if n < 0:
                break
            driver.can_enter_jit(pc=pc, code=code, n=n, total=total, counts=counts)
            continue
        op = code[pc]
        pc += 1
        if op == 'p':
            total += power(n, ord(code[pc]) - ord('0'))
            pc += 1
        elif op == 'q':
            total += power(n, n % 5)
        elif op == 's':
            total += sum_of([n, 1, total], 3)
        elif op == 'v':
            v = Int(n)
            count(counts, v)
            total += v.value
        elif op == 'c':
            v = Int(5)
            count(counts, v)
            total += v.value
        elif op == 'e':
            v = Int(n)
            escape(v)
            count(counts, v)
            total += v.value
        elif op == 'g':
            if isconstant(op):
                counts.constants += 1
        elif op == 'm':
            w = promote(n % 3)
            if isconstant(w):
                counts.constants += 1
            total += w
        elif op == 'k':
            conditional_call(n % 10 == 3, called, counts, n)
        elif op == 'l':
            total += get(cached, n)
        elif op == 'r':
            o = make(n)
            record_exact_class(o, Int)
            assert isinstance(o, Int)
            total += o.value
        total %= 1000000007
    os.write(1, '%d %d\n' % (total, counts.calls))
    known.constants += counts.constants
    known.virtuals += counts.virtuals
    return total


known = Counts()


def entry_point(argv):
    n = int(argv[1])
    for code in ['p3q', 's', 'vc', 'evc', 'gm', 'kl', 'r', 'p0p1p5qsvcegmklr']:
        known.constants = 0
        known.virtuals = 0
        run(code, n)
        if len(argv) > 2:
            os.write(1, 'constant %d virtual %d\n' % (known.constants, known.virtuals))
    return 0


def target(driver, args):
    return entry_point, None
