"""Portals with many reds of all types, that call themselves and each other, and give an object, an integer, a float, a text
or nothing. What waits in a caller is compared afterwards; a callee looks at it through a frame now and then."""
# run: 8
import os
from rpython.rlib.jit import JitDriver
from rpython.rlib.rarithmetic import intmask, r_uint

objects = JitDriver(greens=['pc', 'code'], reds=['n', 'u', 'f', 'c', 's', 'w', 'none', 'frame', 'b', 'pair', 'uc'])
integers = JitDriver(greens=['pc', 'code'], reds=['c', 'frame', 'f', 'n', 's', 'w', 'u', 'x', 'y', 'z'])
floats = JitDriver(greens=['code'], reds=['n', 'f', 'g', 'frame', 'w', 's'])
nothing = JitDriver(greens=['pc', 'code'], reds=['n', 'frame', 'u', 'b'])
texts = JitDriver(greens=['code'], reds=['s', 't', 'n', 'frame', 'c'])


class W_Root(object):
    pass


class W_Int(W_Root):
    def __init__(self, value):
        self.value = value


class W_Text(W_Root):
    def __init__(self, text):
        self.text = text


class Frame(object):
    def __init__(self, previous, w, f, u, c, s):
        self.previous = previous
        self.w = w
        self.f = f
        self.u = u
        self.c = c
        self.s = s
        self.b = False


class World(object):
    def __init__(self):
        self.every = 1
        self.calls = 0
        self.seen = 0
        self.deep = 0

    def enter(self):
        self.calls += 1
        self.deep += 1

    def leave(self):
        self.deep -= 1

    def may(self, n):
        return n > 0 and self.deep < 12 and self.calls < 400

    def rarely(self):
        return self.calls % self.every == 0

    def note(self, n):
        self.seen = (self.seen * 31 + n) & 0xffffff


WORLD = World()


def key(w):
    if isinstance(w, W_Int):
        return w.value
    if isinstance(w, W_Text):
        return len(w.text) + 50
    return 7


def look(frame):
    previous = frame.previous
    if previous is not None and WORLD.rarely():
        WORLD.note(key(previous.w))
        WORLD.note(int(previous.f * 4.0) & 0xffff)
        WORLD.note(intmask(previous.u) & 0xffff)
        WORLD.note(ord(previous.c))
        WORLD.note(len(previous.s))
        previous.b = not previous.b
        previous.c = chr(ord(previous.c) ^ 1)
        if previous.w is frame.w:
            WORLD.note(1)
        elif WORLD.calls & 1:
            previous.w = frame.w


def run_objects(code, n, w, previous):
    pc = 0
    u = r_uint(n)
    f = n * 0.5
    c = chr(n & 127)
    s = 'n'
    none = None
    b = True
    uc = u'x'
    pair = (n, 'p')
    frame = Frame(previous, w, f, u, c, s)
    while True:
        objects.jit_merge_point(pc=pc, code=code, n=n, u=u, f=f, c=c, s=s, w=w, none=none, frame=frame, b=b, pair=pair, uc=uc)
        op = code[pc]
        pc += 1
        if op == 'l':
            look(frame)
        elif op == 'r':
            WORLD.note(int(f * 8.0) & 0xfff)
            WORLD.note(intmask(u) & 0xfff)
            WORLD.note(ord(c) + len(s) + ord(uc) + pair[0] + len(pair[1]) + int(b) + int(none is None) + int(frame.b))
            WORLD.note(ord(frame.c) + int(frame.w is w))
            return w
        elif op == '-':
            n -= 1
            if n > 0:
                pc = 0
                objects.can_enter_jit(pc=pc, code=code, n=n, u=u, f=f, c=c, s=s, w=w, none=none, frame=frame, b=b, pair=pair, uc=uc)
        elif op == 'm':
            u = u * r_uint(3) + r_uint(1)
            f = f * 0.5 + 1.25
            c = chr((ord(c) * 5 + 1) & 127)
            b = not b
            pair = (pair[0] ^ n, s)
            frame.f = f
            frame.u = u
        elif op == 't':
            s = s[:3] + c
            frame.s = s
            uc = unichr(ord(c) + 500)
        elif op == 'w':
            w = W_Int(n + ord(c))
            frame.w = w
        elif WORLD.may(n):
            WORLD.enter()
            if op == 'o':
                x = run_objects(code, n - 1, w, frame)
                if x is w:
                    WORLD.note(2)
                w = x
            elif op == 'i':
                n ^= run_integers('lim-r', n - 1, W_Int(n), frame) & 1
            elif op == 'f':
                f += run_floats('lmf', n - 1, w, frame)
            elif op == 'v':
                run_nothing('lvwm-', n - 1, frame)
            elif op == 's':
                s = run_texts('lts', n - 1, s, frame)
                w = W_Text(s)
            WORLD.leave()


def run_integers(code, n, w, previous):
    pc = 0
    c = 'i'
    f = 2.5
    s = None
    u = r_uint(-1)
    x = n
    y = 1
    z = n * 3
    frame = Frame(previous, w, f, u, c, 'int')
    while True:
        integers.jit_merge_point(pc=pc, code=code, c=c, frame=frame, f=f, n=n, s=s, w=w, u=u, x=x, y=y, z=z)
        op = code[pc]
        pc += 1
        if op == 'l':
            look(frame)
            x, y, z = y, z, x
        elif op == 'm':
            f = f + y
            u = u ^ r_uint(x)
            if n & 1:
                s = 'odd'
            else:
                s = None
            w = frame.w
            frame.w = None
        elif op == '-':
            n -= 1
            if n > 0:
                pc = 0
                integers.can_enter_jit(pc=pc, code=code, c=c, frame=frame, f=f, n=n, s=s, w=w, u=u, x=x, y=y, z=z)
        elif op == 'r':
            if s is not None:
                x += len(s)
            return (x + y * 3 + z + key(w) + int(f) + intmask(u & r_uint(7)) + ord(c) + ord(frame.c)) & 0xff
        elif op == 'i' and WORLD.may(n):
            WORLD.enter()
            z += run_integers(code, n - 2, w, frame)
            if n & 3 == 2:
                y += key(run_objects('lwmofr', n - 2, w, frame))
            c = chr(z & 127)
            WORLD.leave()


def run_floats(code, n, w, previous):
    f = 0.25
    g = n * 1.5
    s = 'float'
    frame = Frame(previous, w, f, r_uint(n), 'f', s)
    while n > 0:
        floats.jit_merge_point(code=code, n=n, f=f, g=g, frame=frame, w=w, s=s)
        n -= 1
        if WORLD.may(n):
            WORLD.enter()
            if n & 1:
                f += run_floats(code, n - 1, W_Int(n), frame) * 0.5
            else:
                run_nothing('lw', n, frame)
            WORLD.leave()
        look(frame)
        f, g = g, f * 0.5 + key(frame.w)
        if f > 1000.0:
            f = f - 1000.0
        s = s[1:]
    return f + g * 0.25 + len(s)


def run_nothing(code, n, previous):
    pc = 0
    u = r_uint(3)
    b = False
    frame = Frame(previous, None, 0.0, u, 'v', '')
    while pc < len(code):
        nothing.jit_merge_point(pc=pc, code=code, n=n, frame=frame, u=u, b=b)
        op = code[pc]
        pc += 1
        if op == 'l':
            look(frame)
        elif op == 'w':
            if frame.previous is not None and WORLD.rarely():
                frame.previous.f += 0.5
                frame.previous.s = 'by callee'
        elif op == 'm':
            u = u + r_uint(n)
            b = intmask(u) & 1 == 1
            frame.u = u
        elif op == 'v' and WORLD.may(n):
            WORLD.enter()
            run_nothing(code, n - 1, frame)
            if b:
                frame.w = run_objects('lmo-r', n - 1, frame.w, frame)
            WORLD.leave()
        elif op == '-':
            WORLD.note(intmask(u & r_uint(255)) + int(b) + int(frame.b))
            n -= 1
            if n > 0:
                pc = 0
                nothing.can_enter_jit(pc=pc, code=code, n=n, frame=frame, u=u, b=b)


def run_texts(code, n, s, previous):
    t = None
    c = 't'
    frame = Frame(previous, None, 1.0, r_uint(9), c, s)
    while n > 0:
        texts.jit_merge_point(code=code, s=s, t=t, n=n, frame=frame, c=c)
        n -= 1
        look(frame)
        if WORLD.may(n):
            WORLD.enter()
            if n & 1:
                t = run_texts(code, n - 1, s, frame)
            else:
                c = chr(run_integers('ilmr', n - 1, None, frame) & 127)
            WORLD.leave()
        if t is not None:
            s = t[:3] + s[:2] + c
            t = None
        frame.s = s
    return s


CODES = ['lwor', 'lmwoo-r', 'mtifl-r', 'lvmowi-r', 'stwlo-r', 'wovifsmt-r']


def entry_point(argv):
    n = int(argv[1])
    for every in [1, 3, 13, 41]:
        for code in CODES:
            WORLD.every = every
            WORLD.calls = 0
            WORLD.deep = 0
            WORLD.seen = 0
            w = run_objects(code, n, W_Int(n), None)
            os.write(1, '%s %d: %d, %d calls, seen %d\n' % (code, every, key(w), WORLD.calls, WORLD.seen))
        WORLD.calls = 0
        os.write(1, 'int %d\n' % run_integers('lim-r', n, W_Int(1), None))
        os.write(1, 'float %s\n' % str(run_floats('', n, None, None)))
        run_nothing('lvwm-', n, None)
        text = run_texts('', n, 'a', None)
        total = 0
        for c in text:
            total = total * 3 + ord(c)
        os.write(1, 'text %d, seen %d\n' % (total, WORLD.seen))
    return 0


def target(driver, args):
    return entry_point, None
