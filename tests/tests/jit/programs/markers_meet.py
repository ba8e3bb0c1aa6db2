"""Markers of one driver pass one variable under several static types: a class and its base, None, what a test has narrowed."""
# run: 300
import os
from rpython.rlib.jit import JitDriver, dont_look_inside

narrow_enter = JitDriver(greens=['pc'], reds=['n', 'total', 'w'], name='narrow_enter')
wide_enter = JitDriver(greens=['pc'], reds=['n', 'total', 'w'], name='wide_enter')
siblings = JitDriver(greens=['pc'], reds=['n', 'total', 'w'], name='siblings')
none_enter = JitDriver(greens=['pc'], reds=['n', 'w'], name='none_enter')
narrowed = JitDriver(greens=['pc'], reds=['machine', 'w'], name='narrowed')
both = JitDriver(greens=['pc'], reds=['n', 'total', 'w'], name='both')
shape = JitDriver(greens=['shape'], reds=['n', 'total'], name='shape')


class Printable(object):
    def text(self):
        return 'printable'


class Base(Printable):
    def __init__(self, value):
        self.value = value

    def step(self, n):
        return self

    def text(self):
        return 'base'


class A(Base):
    def step(self, n):
        if n % 3 == 0:
            return B(self.value + n)
        self.value += 1
        return self

    def text(self):
        return 'a'

    def only_a(self):
        return self.value + 100


class B(Base):
    def step(self, n):
        if n % 7 == 0:
            return Base(self.value)
        return A(self.value ^ n)

    def text(self):
        return 'b'

    def only_b(self):
        return self.value + 1000


@dont_look_inside
def seen(w):
    return len(w.text()) + w.value


@dont_look_inside
def seen_printable(p):
    return len(p.text())


def next_of(w, n):
    w = w.step(n)
    if type(w) is Base:
        return A(w.value)
    return w


def enters_as_subclass(n):
    pc = n & 1
    total = 0
    w = next_of(A(0), n)
    while n > 0:
        if isinstance(w, B):
            total += w.only_b()
            narrow_enter.can_enter_jit(pc=pc, n=n, total=total, w=w)
        narrow_enter.jit_merge_point(pc=pc, n=n, total=total, w=w)
        total = (total + seen(w)) & 0xffffff
        w = next_of(w, n)
        n -= 1
        pc ^= 1
    return total


def enters_as_base(n):
    """Behind the merge point the object is used as its class, its base and the base of that."""
    pc = n & 1
    total = 0
    w = next_of(A(1), n)
    while n > 0:
        wide_enter.can_enter_jit(pc=pc, n=n, total=total, w=w)
        if isinstance(w, A):
            wide_enter.jit_merge_point(pc=pc, n=n, total=total, w=w)
            total += w.only_a() + seen(w) + seen_printable(w)
        total &= 0xffffff
        w = next_of(w, n)
        n -= 1
        pc ^= 1
    return total


def enters_as_sibling(n):
    pc = 0
    total = 0
    w = next_of(A(2), n)
    while n > 0:
        if isinstance(w, B):
            siblings.can_enter_jit(pc=pc, n=n, total=total, w=w)
        elif isinstance(w, A):
            siblings.jit_merge_point(pc=pc, n=n, total=total, w=w)
            total += w.only_a()
        total = (total + seen(w)) & 0xffffff
        w = next_of(w, n)
        n -= 1
    return total


def enters_as_none(n):
    pc = 0
    w = None
    while n > 0:
        none_enter.jit_merge_point(pc=pc, n=n, w=w)
        n -= 1
        if w is None:
            w = A(n)
        elif n % 5 == 0:
            w = None
            none_enter.can_enter_jit(pc=pc, n=n, w=None)
        else:
            w = next_of(w, n)
    if w is None:
        return -1
    return seen(w)


class Machine(object):
    def __init__(self):
        self.log = 0

    def note(self, p):
        self.log = (self.log * 3 + seen_printable(p)) & 0xffffff

    def step(self, w):
        if w.value <= 0:
            return B(self.log)
        if w.value % 11 == 0:
            w.value -= 1
            return w
        return A(w.value - 1)

    def run(self, w):
        """The loop's own test narrows the red."""
        while w is not None and isinstance(w, A):
            narrowed.jit_merge_point(pc=w.value & 1, machine=self, w=w)
            self.note(w)
            if w.value == -5:
                return None
            w = self.step(w)
        return w


def passes_what_was_before_the_test(n):
    """The merge point passes the base, and the loop uses what the test before has made of it."""
    pc = 0
    total = 0
    w = next_of(A(5), n)
    while n > 0:
        a = w
        if isinstance(a, A):
            both.jit_merge_point(pc=pc, n=n, total=total, w=w)
            total += a.only_a()
            a.value -= 1
        elif isinstance(a, B):
            total += a.only_b()
        total = (total + w.value) & 0xffffff
        w = next_of(w, n)
        n -= 1
    return total


class Shape(object):
    _immutable_fields_ = ['size']

    def __init__(self, size):
        self.size = size


class Square(Shape):
    def area(self):
        return self.size * self.size


class Line(Shape):
    pass


square = Square(3)
line = Line(2)


def green_under_two_types(n):
    total = 0
    at = square
    other = line
    current = at if n > 1 else other
    while n > 0:
        if isinstance(current, Square):
            shape.can_enter_jit(shape=current, n=n, total=total)
            total += current.area()
        shape.jit_merge_point(shape=current, n=n, total=total)
        total += current.size
        n -= 1
        current = other if n % 4 == 0 else at
    return total


def entry_point(argv):
    n = int(argv[1])
    os.write(1, 'subclass %d\n' % enters_as_subclass(n))
    os.write(1, 'base %d\n' % enters_as_base(n))
    os.write(1, 'sibling %d\n' % enters_as_sibling(n))
    os.write(1, 'none %d %d\n' % (enters_as_none(n), enters_as_none(n + 2)))
    for start in [n, 0, -5, n + 1]:
        machine = Machine()
        w = machine.run(A(start))
        if w is None:
            os.write(1, 'narrowed: None, %d\n' % machine.log)
        else:
            os.write(1, 'narrowed: %d, %d\n' % (seen(w), machine.log))
    os.write(1, 'other %d\n' % seen(Machine().run(B(n))))
    os.write(1, 'before %d\n' % passes_what_was_before_the_test(n))
    os.write(1, 'green %d\n' % green_under_two_types(n))
    os.write(1, '%d\n' % seen_printable(Printable()))
    return 0


def target(driver, args):
    return entry_point
