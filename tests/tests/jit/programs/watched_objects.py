"""Objects with fields that change rarely (`name?`): made while compiled code runs, known to it before they are complete,
virtual at first, forgotten, many of one class, changed by a call in their own constructor, and shared by portals that
call each other. What is compiled must see each change, wherever the object is when it is written."""
# run: 70
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, hint, promote

outer = JitDriver(greens=['script'], reds=['n', 'acc', 'shelf'], is_recursive=True)
inner = JitDriver(greens=['shape'], reds=['k', 'sum'])


class Shape(object):
    _immutable_fields_ = ['size?', 'rate?', 'next?', 'small?', 'corners?[*]']

    def __init__(self, size):
        self.size = size
        self.rate = 0.5
        self.next = None
        self.small = size < 10
        self.corners = [size, size + 1]


class Early(Shape):
    """Is seen by compiled code before it is complete."""
    def __init__(self, size):
        Shape.__init__(self, 1)
        before = measure(self, 3)
        self.size = size + before
        self.corners = [before]


class Shelf(object):
    def __init__(self):
        self.shape = Shape(3)
        self.other = Shape(4)
        self.log = 0


def measure(shape, k):
    """A portal of its own: the shape is known to its code."""
    sum = 0
    while k > 0:
        inner.jit_merge_point(shape=shape, k=k, sum=sum)
        sum += shape.size
        if shape.small:
            sum += int(shape.rate * 8.0)
        follower = shape.next
        if follower is not None:
            sum += follower.size
        sum += shape.corners[k & 1 if len(shape.corners) > 1 else 0]
        k -= 1
    return sum & 0xffff


@dont_look_inside
def change(shape, n):
    how = n % 12
    if how == 0:
        shape.size += 1
    elif how == 1:
        shape.rate = shape.rate + 0.25
    elif how == 2:
        shape.small = not shape.small
    elif how == 3:
        shape.corners = [n, 2 * n, 5]
    elif how == 4:
        shape.next = Shape(n)
    elif how == 5:
        follower = shape.next
        if follower is not None:
            follower.size = n
    elif how == 6:
        shape.next = shape
    elif how == 7:
        shape.next = None
    elif how == 8:
        shape.corners = shape.corners
        shape.size = shape.size


def chain(shape, n):
    """Objects that compiled code allocates, some never, and writes again."""
    made = Shape(n & 7)
    made.next = shape
    if n % 5 == 2:
        # It escapes, and gets another size where others know it.
        result = measure(made, 2)
        made.size = n
        return result + measure(made, 2)
    made.size = n & 3
    return made.size + made.next.size


def step(op, n, acc, shelf):
    shape = promote(shelf.shape)
    if op == 'm':
        acc += measure(shape, 4)
    elif op == 's':
        acc += shape.size
    elif op == 'r':
        acc += int(shape.rate * 16.0)
    elif op == 'c':
        if n % 6 == 1:
            change(shape, n)
    elif op == 'C':
        # Changed by itself, between two loads.
        before = shape.size
        if n % 9 == 4:
            shape.size = before + n
        acc += shape.size - before
    elif op == 'o':
        # Another object of the class, that may be the same.
        other = shelf.other
        if n % 10 == 3:
            other.size = n
        acc += shape.size
    elif op == 'x':
        if n % 8 == 5:
            shelf.shape, shelf.other = shelf.other, shelf.shape
    elif op == '=':
        if n % 14 == 6:
            shelf.other = shape
    elif op == 'n':
        if n % 11 == 7:
            shelf.shape = Shape(n)
    elif op == 'e':
        if n % 13 == 8:
            shelf.shape = Early(n)
    elif op == 'v':
        acc += chain(shape, n)
    elif op == 'R':
        if n % 15 == 9:
            acc += play(SCRIPTS[n % len(SCRIPTS)], 3, shelf)
    elif op == 'k':
        follower = shape.next
        if follower is not None:
            acc += promote(follower).size
        if n % 16 == 10:
            shape.next = Shape(acc & 7)
    return acc & 0xfffff


def play(script, n, shelf):
    acc = 0
    shelf.log += 1
    while n > 0:
        outer.jit_merge_point(script=script, n=n, acc=acc, shelf=shelf)
        i = 0
        text = hint(script.text, promote=True)
        while i < len(text):
            acc = step(text[i], n, acc, shelf)
            i += 1
        n -= 1
    return acc


class Script(object):
    _immutable_fields_ = ['text']

    def __init__(self, text):
        self.text = text


SCRIPTS = [Script(text) for text in ['m', 'sc', 'scs', 'rcr', 'Cs', 'os', 'sxs', 'sn', 'se', 'vs', 'ves', 'kks', '=oso',
                                     'scsnsCs', 'mxmcm', 'vRm', 'nvcC', 'Rs', 'excom', 'kCxkn']]


def entry_point(argv):
    n = int(argv[1])
    total = 0
    for script in SCRIPTS:
        for turn in range(3):
            shelf = Shelf()
            total = play(script, n + turn, shelf)
            os.write(1, '%s %d: %d %d %d\n' % (script.text, turn, total, shelf.shape.size, shelf.log))
    return 0


def target(driver, args):
    return entry_point, None
