"""Exceptions that cross merge points: raised in a callee or in compiled code, caught by the interpreted program, by the loop, or by the caller."""
# run: 10
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, elidable, unroll_safe
from rpython.rlib.rarithmetic import ovfcheck


class Thrown(Exception):
    def __init__(self, value, depth):
        self.value = value
        self.depth = depth


class Quiet(Thrown):
    pass


class Missing(Exception):
    pass


driver = JitDriver(greens=['pc', 'code'], reds=['depth', 'a', 'b', 'fuel', 'handler'])


class Handler(object):
    """A chain of handlers that never change."""
    _immutable_fields_ = ['target', 'below']

    def __init__(self, target, below):
        self.target = target
        self.below = below


def checked(a, b, depth):
    if a % 7 == 3:
        raise Thrown(b, depth)
    if a % 11 == 5:
        raise Quiet(a, depth)
    return a + b


@dont_look_inside
def outside(a, depth):
    if a % 5 == 2:
        raise Quiet(a - 1, depth)
    return a * 3


@unroll_safe
def first_even(a, b, c):
    for x in [a, b, c]:
        if x % 2 == 0:
            return x
    raise Missing


@elidable
def root(n):
    if n < 0:
        raise ValueError
    i = 0
    while i * i < n:
        i += 1
    return i


@elidable
def prime_below(n):
    if n % 3 == 0:
        raise KeyError
    return n // 3 * 3 + 1


def nested(a):
    try:
        try:
            if a % 3 == 0:
                raise ValueError
            if a % 3 == 1:
                raise KeyError
            return 1
        except ValueError:
            if a % 2 == 0:
                raise Thrown(a, -1)
            return 2
    except KeyError:
        return 3


def cleanup(a):
    log = 0
    try:
        log = nested(a) + 10
    finally:
        log += 1
    return log


def run(code, depth, a, b):
    pc = 0
    fuel = 60
    handler = None
    while True:
        driver.jit_merge_point(pc=pc, code=code, depth=depth, a=a, b=b, fuel=fuel, handler=handler)
        if pc >= len(code) or fuel == 0:
            return a + b
        fuel -= 1
        op = code[pc]
        pc += 1
        try:
            if op == '+':
                a = checked(a, b, depth) % 10007
            elif op == 'o':
                b = outside(b, depth) % 10007
            elif op == 'e':
                a = first_even(a, b, a + b)
            elif op == 'r':
                b = root(b % 50 - 3)
            elif op == 'p':
                a = prime_below(a)
            elif op == 'n':
                a += cleanup(a)
            elif op == 'm':
                try:
                    a = ovfcheck(a * 1152921504606846976)
                except OverflowError:
                    a = a % 1000 + 1
            elif op == 'd':
                b = a // (b % 3) + 1
            elif op == 'i':
                b += ord(code[a % 50])
            elif op == 't':
                handler = Handler(pc, handler)
                b += 1
            elif op == 'c':
                # Another frame of the portal: its exceptions come here.
                if depth < 3:
                    a += run(code, depth + 1, b, a) % 1000
            elif op == '-':
                b -= 1
                if b % 4 != 0:
                    pc -= 3
                    if pc < 0:
                        pc = 0
                    driver.can_enter_jit(pc=pc, code=code, depth=depth, a=a, b=b, fuel=fuel, handler=handler)
            elif op == 'x':
                if depth > 0:
                    raise Thrown(a, depth)
        except Quiet as e:
            a = (a + e.value * 2 + e.depth) % 10007
            b += 1
        except Thrown as e:
            if handler is None or e.depth > depth + 1:
                if depth > 0:
                    raise
                a = (a + e.value) % 10007
                b += 3
            else:
                if b % 9 > 6:
                    pc = handler.target
                handler = handler.below
                a = e.value % 10007
                b += 2
        except Missing:
            a += 1
        except ValueError:
            b += 5
        except KeyError:
            a += 2
        except ZeroDivisionError:
            b += 1
        except IndexError:
            a = a // 2


OPS = '+oerpnmdit--cx'


def program(seed):
    state = seed * 7919 + 17
    text = []
    for i in range(4 + seed % 9):
        state = (state * 1103515245 + 12345) % 2147483648
        text.append(OPS[state // 65536 % len(OPS)])
    return ''.join(text)


def entry_point(argv):
    for seed in range(int(argv[1])):
        code = program(seed)
        for n in range(5):
            try:
                text = '%d' % run(code, 0, n * 13 + seed, 30 + n)
            except Thrown as e:
                text = 'thrown %d %d' % (e.value, e.depth)
            os.write(1, '%s %s\n' % (code, text))
    return 0


def target(driver, args):
    return entry_point, None
