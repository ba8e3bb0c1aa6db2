# Operators whose result nobody reads: special methods are called for what they do, and what raises raises.
class MyError(Exception):
    pass


class Log(object):
    def __init__(self):
        self.lines = []


log = Log()


class C(object):
    def __init__(self, fails):
        self.fails = fails

    def did(self, what):
        log.lines.append(what)
        if self.fails:
            raise MyError()

    def __add__(self, other):
        self.did("add")
        return self

    def __sub__(self, other):
        self.did("sub")
        return 5

    def __and__(self, other):
        self.did("and")
        return 6

    def __lshift__(self, other):
        self.did("lshift")
        return self

    def __neg__(self):
        self.did("neg")
        return self

    def __invert__(self):
        self.did("invert")
        return self

    def __pos__(self):
        self.did("pos")
        return self

    def __abs__(self):
        self.did("abs")
        return self

    def __len__(self):
        self.did("len")
        return 3

    def __contains__(self, item):
        self.did("contains")
        return True

    def __getitem__(self, i):
        self.did("getitem")
        return i

    def __iter__(self):
        self.did("iter")
        return iter_of(self)

    def __lt__(self, other):
        self.did("lt")
        return True

    def __mul__(self, other):
        self.did("mul")
        return other


class Empty(object):
    def __init__(self):
        self.n = 0

    def next(self):
        raise StopIteration

    __next__ = next

    def __iter__(self):
        return self


def iter_of(c):
    return Empty()


class Truth(object):
    def __init__(self, fails):
        self.fails = fails

    def __bool__(self):
        log.lines.append("bool")
        if self.fails:
            raise MyError()
        return True

    __nonzero__ = __bool__


def binary(c):
    c + 1
    c - c
    c & 7
    c << 2
    c * 3
    c < c


def unary(c):
    -c
    ~c
    +c
    abs(c)


def container(c):
    len(c)
    1 in c
    1 not in c
    c[0]
    iter(c)


def loop(c, n):
    last = 0
    x = 0
    while n > 0:
        last = len(c)
        x = x + n
        n -= 1
    return n


def truth(t):
    bool(t)
    not t
    if t:
        pass


def again(t, u):
    x = t and u or t
    if t:
        if t:
            x = u
    if not t and u or t:
        x = t
    return x.fails


def each_raises(c, t):
    count = 0
    try:
        c + 1
    except MyError:
        count += 1
    try:
        -c
    except MyError:
        count += 1
    try:
        len(c)
    except MyError:
        count += 1
    try:
        1 in c
    except MyError:
        count += 1
    try:
        abs(c)
    except MyError:
        count += 1
    try:
        c[0]
    except MyError:
        count += 1
    try:
        bool(t)
    except MyError:
        count += 1
    return count


def raises_below(what, c, t):
    try:
        if what == 0:
            binary(c)
        elif what == 1:
            unary(c)
        elif what == 2:
            container(c)
        elif what == 3:
            truth(t)
        elif what == 4:
            again(t, t)
        else:
            loop(c, 2)
    except MyError:
        return 1
    return 0


def none(x, s, l):
    try:
        drop(x, s, l)
    except TypeError:
        return "TypeError"
    return "fine"


def drop(x, s, l):
    if x == 0:
        len(s)
    elif x == 1:
        s + "x"
    elif x == 2:
        len(l)
    elif x == 3:
        "a" in s
    else:
        s[0:1]


def negative(n):
    try:
        1 << n
    except ValueError:
        return "ValueError"
    return "fine"


def show(what):
    print(what, ' '.join(log.lines))
    log.lines = []


def entry_point(argv):
    for fails in [False, True]:
        c = C(fails)
        t = Truth(fails)
        for what in range(6):
            print(raises_below(what, c, t))
            show("below")
        print(each_raises(c, t))
        show("here")
    texts = ["abc", None]
    lists = [[1], None]
    for x in range(5):
        for i in range(2):
            print(none(x, texts[i], lists[i]))
    print(negative(len(argv)), negative(-len(argv)))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
