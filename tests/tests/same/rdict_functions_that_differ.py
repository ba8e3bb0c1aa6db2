# python2
# not-cpython: the stand-in library has no r_dict
# r_dicts whose functions of keys are methods of objects made at run time, or differ from one to the next.
from rpython.rlib.objectmodel import r_dict, specialize


class Space(object):
    def __init__(self, n):
        self.n = n

    def eq(self, a, b):
        return a % self.n == b % self.n

    def hash(self, a):
        return a % self.n


class Rule(object):
    def eq(self, a, b):
        raise NotImplementedError

    def hash(self, a):
        return 1


class Length(Rule):
    def eq(self, a, b):
        return len(a) == len(b)

    def hash(self, a):
        return len(a)


class First(Rule):
    def __init__(self, n):
        self.n = n

    def eq(self, a, b):
        return a[:self.n] == b[:self.n]


def same(a, b):
    return a == b


def same_half(a, b):
    return a // 2 == b // 2


def one(a):
    return 1


def two(a):
    return a // 4


class Callable(object):
    def _freeze_(self):
        return True

    def __call__(self, a, b):
        return a % 5 == b % 5


five = Callable()
PREBUILT = [r_dict(Space(3).eq, Space(3).hash), r_dict(Space(4).eq, Space(4).hash)]
PREBUILT[0][7] = 70
PREBUILT[1][7] = 71


@specialize.call_location()
def fill(d, n):
    for i in range(n):
        d[i] = i * i
    d.setdefault(100, 5)
    text = ''
    for key, value in d.items():
        text += ' %d:%d' % (key, value)
    return '%d%s' % (len(d), text)


def words(d):
    for w in ['one', 'two', 'three', 'four', 'five', 'six', 'oven']:
        d[w] = d.get(w, 0) + 1
    text = ''
    for key, value in d.items():
        text += ' %s:%d' % (key, value)
    return text


def rule(n):
    if n == 0:
        return Length()
    return First(n)


def entry_point(argv):
    n = len(argv)
    for i in range(2, 5):
        space = Space(n + i)
        d = r_dict(space.eq, space.hash)
        print fill(d, 10), 20 in d, d[23]
        e = d.copy()
        del e[1]
        print len(e), 1 in e, 1 in d, 1 + n + i in d
        e.update(d)
        print fill(e, 6)
    for i in range(3):
        r = rule(i)
        print words(r_dict(r.eq, r.hash))
    for i in range(2):
        f = same if i == 0 else same_half
        g = one if i == 0 else two
        print fill(r_dict(f, g), 7)
    for p in PREBUILT:
        print p[1 + 3 * n] if p is PREBUILT[0] else p[3 + 4 * n],
        print fill(p, 9)
    print fill(r_dict(five, one), 9)
    return 0
