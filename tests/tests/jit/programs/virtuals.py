"""Virtual objects: one in two variables, cycles, arrays, in handlers, meeting None, escaping in one arm."""
# run: 500
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, promote
from rpython.rlib.rarithmetic import ovfcheck

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'a', 'b', 'c', 'sink'])


class Box(object):
    def __init__(self, value):
        self.value = value
        self.next = None


class Sub(Box):
    def __init__(self, value, more):
        Box.__init__(self, value)
        self.more = more


class Err(Exception):
    def __init__(self, box):
        self.box = box


class Sink(object):
    def __init__(self):
        self.all = []
        self.total = 0


@dont_look_inside
def escape(sink, box):
    sink.all.append(box)
    if box is not None:
        box.value += 1
    if len(sink.all) > 10:
        for b in sink.all:
            if b is not None:
                sink.total = (sink.total * 7 + b.value) % 1000003
        sink.all = []


@dont_look_inside
def maybe_raise(n, box):
    if n % 3 == 0:
        raise Err(box)
    return n


def raise_here(n, box):
    if n % 5 == 0:
        raise Err(box)
    return n


def run(code, n, sink):
    pc = 0
    a = Box(0)
    b = Box(1)
    c = None
    while pc < len(code):
        driver.jit_merge_point(pc=pc, code=code, n=n, a=a, b=b, c=c, sink=sink)
        op = code[pc]
        if op == 'n':
            a = Box(a.value + 1)
        elif op == 's':
            b = a
        elif op == 'm':
            b.value += 3
            if a is b:
                a.value += 10
        elif op == 'c':
            a = Box(a.value)
            b = Box(b.value)
            a.next = b
            b.next = a
        elif op == 'f':
            if a.next is not None and a.next.next is a:
                a.value += a.next.value % 100
        elif op == 'z':
            c = None
        elif op == 'k':
            c = Sub(n, n * 2)
        elif op == 'i':
            if n % 2 == 0:
                c = a
            else:
                c = None
        elif op == 'u':
            if isinstance(c, Sub):
                a = Box((a.value + c.more) % 10007)
            elif c is not None:
                a = Box((a.value + c.value) % 10007)
            else:
                a = Box(a.value + 5)
        elif op == 'e':
            if n % 7 == 0:
                escape(sink, a)
                escape(sink, c)
        elif op == 'r':
            try:
                a.value += maybe_raise(n, a)
            except Err as e:
                e.box.value += 1
                if e.box is a:
                    b = e.box
        elif op == 'q':
            x = Box(a.value)
            try:
                b = x
                a = Box(raise_here(n, x))
            except Err as e:
                e.box.value += 2
                b.value += 1
                a = e.box
        elif op == 'o':
            t = Box(3)
            try:
                t.value = 4
                a = Box(ovfcheck((a.value + 1) << 58) % 13)
                t.value = 5
            except OverflowError:
                a = Box((a.value * t.value) % 1009)
        elif op == 'l':
            items = [a, b, a]
            items[n % 3] = Box(n)
            a = items[0]
            b = items[2]
            if items[1] is None:
                a = None
        elif op == 't':
            pair = (a, b)
            b, a = pair
        elif op == 'j':
            n -= 1
            a.value %= 100003
            b.value %= 100003
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, a=a, b=b, c=c, sink=sink)
                continue
        pc += 1
    r = a.value * 31 + b.value
    if c is not None:
        r += c.value
    return r + sink.total


def entry_point(argv):
    n = int(argv[1])
    for code in ['nsmj', 'ncfmj', 'nkuj', 'iuej', 'nkiuesmj', 'nrmj', 'qsmj', 'noj', 'nlmtj', 'ncsfiueroqltj', 'cefj', 'kezuj', 'ltslmrqj', 'zikuceoj']:
        os.write(1, '%s %d\n' % (code, run(code, n, Sink())))
    return 0


def target(driver, args):
    return entry_point
