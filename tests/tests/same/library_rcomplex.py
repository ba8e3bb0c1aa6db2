# not-cpython: the stand-in library has no complex numbers
# not-low-level: it has not all functions of the mathematical library
"""An interpreter whose numbers are complex ones of `rpython.rlib.rcomplex`, with a JIT."""
import os

from rpython.rlib import rcomplex
from rpython.rlib.jit import JitDriver
from rpython.rlib.longlong2float import float2longlong

driver = JitDriver(greens=['pc', 'code'], reds=['turns', 'z', 'c'])


def step(op, z, c):
    x, y = z
    if op == '+':
        return rcomplex.c_add(z, c)
    if op == '-':
        return rcomplex.c_sub(z, c)
    if op == '*':
        return rcomplex.c_mul(z, c)
    if op == '/':
        return rcomplex.c_div(z, c)
    if op == '^':
        return rcomplex.c_pow(z, c)
    if op == '2':
        return rcomplex.c_mul(z, z)
    if op == 'p':
        return rcomplex.c_polar(x, y)
    if op == 'r':
        return rcomplex.c_rect(x, y)
    if op == 's':
        return rcomplex.c_sqrt(x, y)
    if op == 'l':
        return rcomplex.c_log(x, y)
    if op == 't':
        return rcomplex.c_tanh(x, y)
    if op == 'a':
        return rcomplex.c_asinh(x, y)
    if op == 'c':
        return rcomplex.c_acos(x, y)
    return rcomplex.c_neg(x, y)


def run(code, z, c, turns):
    pc = 0
    while turns > 0:
        driver.jit_merge_point(pc=pc, code=code, turns=turns, z=z, c=c)
        try:
            z = step(code[pc], z, c)
        except ValueError:
            z = (0.5, 0.25)
        except OverflowError:
            z = (-0.5, 0.75)
        except ZeroDivisionError:
            z = (1.5, -0.25)
        pc += 1
        if pc == len(code):
            pc = 0
            turns -= 1
    return z


def bits(x):
    return 'nan' if x != x else str(float2longlong(x))


def entry_point(argv):
    inf = 1e200 * 1e200
    for code in ['2+', '*-n', '/s+', 'l+2', 'pr+', 't^a', 'c+s', '^', 'sn2']:
        for c in [(0.1, 0.2), (-0.7, 0.3), (0.0, -0.0), (inf, 1.0), (-2.0, inf - inf), (1e200, -1e-200)]:
            x, y = run(code, (0.25, -0.5), c, 40)
            os.write(1, '%s: %s %s\n' % (code, bits(x), bits(y)))
    return 0


def target(driver, args):
    return entry_point
