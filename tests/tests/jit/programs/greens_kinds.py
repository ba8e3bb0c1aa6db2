"""Greens and reds of all types: None, fresh strings, unicode, floats, NaN, -0.0, negative numbers, bools, r_uint, r_longlong."""
# run: 60
import os
from rpython.rlib.jit import JitDriver, promote
from rpython.rlib.rarithmetic import r_uint, r_longlong, intmask, ovfcheck

strings = JitDriver(greens=['pc', 'code', 'name'], reds=['n', 'acc'])
floats = JitDriver(greens=['f', 'flag', 'k'], reds=['n', 'x', 'y'])
words = JitDriver(greens=['u', 'text'], reds=['n', 'w', 'q'])


def run_strings(code, name, n):
    pc = 0
    acc = 0
    while pc < len(code):
        strings.jit_merge_point(pc=pc, code=code, name=name, n=n, acc=acc)
        op = code[pc]
        if op == '+':
            if name is None:
                acc += 1
            else:
                acc += len(name) * 2
        elif op == '-':
            acc -= 1
        elif op == 'j':
            n -= 1
            if n > 0:
                pc = 0
                strings.can_enter_jit(pc=pc, code=code, name=name, n=n, acc=acc)
                continue
        pc += 1
    return acc


def run_floats(f, flag, k, n):
    x = 0.5
    y = 0
    while n > 0:
        floats.jit_merge_point(f=f, flag=flag, k=k, n=n, x=x, y=y)
        if flag:
            x = x * f + 1.0
        else:
            x = x - f
        if f != f:
            y += 1
        if f == 0.0:
            y += 2
        if 1.0 / (f + (0.25 if f == 0.0 else 0.0)) > 0.0:
            y += 3
        if x > 1000.0 or x < -1000.0:
            x = 0.25
        y += k
        n -= 1
    if x != x:
        return y
    return y * 3 + int(x * 16.0)


def run_words(u, text, n):
    w = r_uint(3)
    q = r_longlong(-5)
    while n > 0:
        words.jit_merge_point(u=u, text=text, n=n, w=w, q=q)
        w = w * u + r_uint(ord(text[n % len(text)]))
        w = (w >> 3) ^ (w << 5)
        q = r_longlong(intmask(intmask(q) * 31 + intmask(w)))
        if w > r_uint(1 << 63):
            q = -q
        try:
            q2 = ovfcheck(intmask(q) * 3)
            q = r_longlong(q2)
        except OverflowError:
            q -= 1
        n -= 1
    return intmask(w) ^ intmask(q)


def entry_point(argv):
    n = int(argv[1])
    total = 0
    names = [None, 'a', 'bc', '']
    for i in range(n):
        code = '+' * (i % 4) + '-' * (i % 3) + 'j'
        name = names[i % 4]
        if name is not None:
            name = name + str(i % 3)
        total += run_strings(code, name, i)
    os.write(1, '%d\n' % total)
    nan = (1e300 * 1e300) * 0.0
    values = [0.0, -0.0, 1.5, -2.25, nan, 1e300 * 1e300, -1e-310]
    total = 0
    for i in range(n):
        total += run_floats(values[i % 7], i % 2 == 0, -(i % 5), i % 50)
    os.write(1, '%d\n' % total)
    total = 0
    texts = [u'abc', u'\u1234x', u'z']
    for i in range(n):
        total ^= run_words(r_uint(i * 77) - r_uint(300), texts[i % 3] + u'q', i)
    os.write(1, '%d\n' % total)
    return 0


def target(driver, args):
    return entry_point
