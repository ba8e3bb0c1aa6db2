"""Fields that nothing declares immutable: some are set by constructors alone, some only seem to be."""
# run: 50
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, promote

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total', 'vm'])


class Base(object):
    """`kind` and `text` never change. `turns` does, and `late`, after the object was seen."""
    turns = 0

    def __init__(self, text, kind):
        self.text = text
        self.kind = kind
        self.late = 1
        self.late = len(text)


class Code(Base):
    def __init__(self, text, kind, children):
        Base.__init__(self, text, kind)
        self.children = children
        self.size = 0
        # The final value, in a loop that the compiler does not trace into.
        measure(self)
        self.early = self.size + 1
        known.append(self)
        # Others see the object already.
        self.depth = deepest(self) + 1


class Other(Base):
    """Initialises itself again."""

    def __init__(self, text, kind):
        Base.__init__(self, text, kind)
        self.round = 0

    def again(self, n):
        if n % 7 == 3:
            Other.__init__(self, 'again', 3)
            self.round = n


class Twice(object):
    def __init__(self, a, b):
        self.a = a
        if b is not None:
            link(b, self)
            # Perhaps it is the same object.
            b.a = a + 1


class Kinds(object):
    """What a factory makes and finishes."""


class First(Kinds):
    def __init__(self, k):
        self.k = k


class Second(Kinds):
    def __init__(self, k):
        self.k = k * 2
        if k > 1000:
            raise ValueError


def factory(k):
    if k % 2:
        x = First(k)
        x.extra = 5
        return x
    y = Second(k)
    y.extra = 6
    return y


def number(x):
    if isinstance(x, First):
        return x.k + x.extra
    assert isinstance(x, Second)
    return x.k - x.extra


class Pair(object):
    def __init__(self):
        self.other = None
        self.a = 0


def link(x, y):
    pairs[0].other = y
    x.count = 1


known = []
last = Pair()


class Holder(object):
    def __init__(self):
        self.other = None


pairs = [Holder()]


def deepest(code):
    best = 0
    for c in code.children:
        if c.depth > best:
            best = c.depth
    return best


@dont_look_inside
def measure(code):
    for c in code.text:
        code.size += ord(c) % 10


class VM(object):
    def __init__(self, limit):
        self.limit = limit
        self.count = 0
        self.other = Other('other', 2)


class Link(object):
    def __init__(self):
        self.count = 0
        self.a = 1


def run(code, vm, n):
    pc = 0
    total = 0
    while pc < len(code.text):
        driver.jit_merge_point(pc=pc, code=code, n=n, total=total, vm=vm)
        op = code.text[pc]
        pc += 1
        if op == 's':
            total += code.size + code.early * 3 + code.late
        elif op == 'd':
            total += code.depth * 2 + code.kind
            if total % 5 == 1:
                code.depth += 1
        elif op == 't':
            code.turns += 1
            total += code.turns
        elif op == 'c':
            if code.children and n % 4 == 0:
                total += run(code.children[n % len(code.children)], vm, 2)
        elif op == 'o':
            other = promote(vm.other)
            total += other.kind + other.round + len(other.text) + other.late
            other.again(n)
        elif op == 'm':
            x = Code('s', n % 3, [])
            total += x.size + x.early + x.depth + x.kind
            known.pop()
        elif op == 'f':
            total += number(factory(n % 6))
            try:
                factory(n * 100)
            except ValueError:
                total += 1
        elif op == 'w':
            x = Link()
            t = Twice(n, x)
            total += t.a + x.a + x.count
            if n % 9 == 2:
                x.a = 77
            total += x.a
        elif op == 'l':
            if code.late % 3 == 2:
                code.late += n
            total += promote(code.late)
        elif op == 'j':
            total = total % 1000003
            n -= 1
            if n > 0:
                pc = 0
                driver.can_enter_jit(pc=pc, code=code, n=n, total=total, vm=vm)
    return total


def main(argv):
    n = int(argv[1])
    vm = VM(n)
    leaf = Code('sdtl', 4, [])
    other = Code('dsmf', 5, [leaf])
    for text in ['sj', 'sdj', 'tdsj', 'oj', 'odtsj', 'mj', 'mfj', 'fwj', 'wlj', 'slcj', 'sdtcomfwlj']:
        code = Code(text, 1, [leaf, other])
        for i in range(3):
            os.write(1, '%s %d\n' % (text, run(code, vm, n * (i + 1))))
            # Between the runs: what compiled code knows must not be believed.
            code.depth += 1
            code.turns = 0
            vm.other.again(3)
    os.write(1, '%d %d\n' % (len(known), leaf.depth))
    return 0


def target(driver, args):
    return main, None
