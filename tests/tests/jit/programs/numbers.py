"""Reds of every primitive type: floats, unsigned and long integers, characters, truth values, at merge points and across calls."""
# run: 30
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, promote
from rpython.rlib.rarithmetic import (
    intmask, r_int32, r_longlong, r_uint, r_uint32, r_ulonglong)
from rpython.rlib.rfloat import INFINITY, NAN

driver = JitDriver(greens=['pc', 'code'],
                   reds=['n', 'i', 'f', 'u', 'll', 'w', 'c', 'uc', 'flag', 'text'])

LETTERS = u'ab\xe9\u0101\u4e2d\uac00z'


@dont_look_inside
def opaque_float(f):
    return f * 0.5 + 1.0


@dont_look_inside
def opaque_unsigned(u):
    return u ^ r_uint(0x5555)


@dont_look_inside
def opaque_char(c):
    return chr((ord(c) + 3) & 127)


@dont_look_inside
def opaque_bool(b, i):
    return b != (i % 5 == 0)


def mixed(i, f, u, c, flag):
    """Many arguments of many types, looked inside."""
    if flag:
        return f + i
    if u > r_uint(1000):
        return f - ord(c)
    return -f


def run(code, n):
    pc = 0
    i = 1
    f = 0.25
    u = r_uint(3)
    ll = r_longlong(-5)
    w = r_uint32(7)
    c = 'a'
    uc = u'\xe9'
    flag = False
    text = 0
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, i=i, f=f, u=u, ll=ll, w=w, c=c, uc=uc, flag=flag, text=text)
        if pc >= len(code):
            n -= 1
            if n <= 0:
                break
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, i=i, f=f, u=u, ll=ll, w=w, c=c, uc=uc, flag=flag, text=text)
            continue
        op = code[pc]
        pc += 1
        if op == 'i':
            i = intmask(i * 31 + n)
        elif op == 'f':
            f = f * 1.0625 + i % 100
        elif op == 'g':
            f = mixed(i % 1000, f, u, c, flag)
        elif op == 'u':
            u = u * r_uint(2654435761) + r_uint(n)
        elif op == 'U':
            u = (u >> 3) | (u << 61)
        elif op == 'v':
            if u > r_uint(1) << 63:
                u -= r_uint(12345)
            else:
                u = ~u
        elif op == 'l':
            ll = (ll * 3 - r_longlong(n)) % r_longlong(1000000007)
        elif op == 'L':
            if ll < 0:
                ll = -(ll >> 2)
            else:
                ll = ll // 7 - 3
        elif op == 'w':
            w = w * r_uint32(3) + r_uint32(n)
        elif op == 'W':
            i += int(w) % 1000
        elif op == 'x':
            i += int(r_int32(intmask(i) & 0x7fffffff)) % 100
        elif op == 'c':
            c = chr((ord(c) + n) & 127)
        elif op == 'C':
            if c < 'M':
                c = 'Z'
            elif c == 'z' or c >= 'x':
                c = 'A'
            text += ord(c)
        elif op == 'q':
            uc = LETTERS[(ord(uc) * 5 + n) % len(LETTERS)]
            text += ord(uc)
        elif op == 'Q':
            if uc > u'\u0100':
                uc = u'b'
        elif op == 'b':
            flag = not flag
        elif op == 'B':
            flag = f > 100.0 and u < r_uint(1 << 40) or c == 'k'
        elif op == 'o':
            f = opaque_float(f)
            u = opaque_unsigned(u)
        elif op == 'O':
            c = opaque_char(c)
            flag = opaque_bool(flag, i)
        elif op == 'd':
            i = intmask(int(f) * 3) if -1e9 < f < 1e9 else 0
        elif op == 'D':
            f = float(ll % 1000) + float(i % 17) / 3.0
        elif op == 'N':
            if f > 1e12:
                f = INFINITY
            if f == INFINITY and flag:
                f = NAN
            if f != f:
                f = -0.0
        elif op == 'p':
            if promote(n % 3) == 1:
                f = promote(f * 0.0 + 2.5) if n % 2 == 0 else f
        elif op == 'm':
            i = i % 1000003
            if f > 1e15 or f < -1e15:
                f = f / 1e15
        elif op == 'h':
            i += n - intmask(u & r_uint(255)) + intmask(r_ulonglong(ll) >> 60)
    os.write(1, '%s %d %s %d %d %d %d %d %d %d\n' % (
        code, i, str(f), u, ll, w, ord(c), ord(uc), int(flag), text))


OPS = 'ifguUvlLwWxcCqQbBoOdDNpmh'


def program(seed):
    state = seed * 104729 + 71
    text = []
    for k in range(2 + seed % 12):
        state = (state * 1103515245 + 12345) % 2147483648
        text.append(OPS[state // 65536 % len(OPS)])
    return ''.join(text)


def entry_point(argv):
    n = int(argv[1])
    for op in OPS:
        run(op, n)
    for seed in range(n):
        run(program(seed) + 'm', 3 * n)
    return 0


def target(driver, args):
    return entry_point, None
