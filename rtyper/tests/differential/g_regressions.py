EMPTY = {}


def t_empty_prebuilt_dict(n):
    EMPTY[n] = 1
    EMPTY[n + 1] = 2
    r = len(EMPTY) + EMPTY[n]
    EMPTY.clear()
    return r


def t_ljust(n):
    return "|" + str(n).rjust(5) + "|" + str(n).ljust(4) + "|" + str(n).zfill(6) + str(n).center(7) + "|"


def t_sorted(n):
    l = sorted([n, 3, 1])
    return l[0] * 100 + l[1] * 10 + l[2]


class Celsius(object):
    def __init__(self, degrees):
        self._degrees = degrees

    @property
    def degrees(self):
        return self._degrees

    @degrees.setter
    def degrees(self, value):
        self._degrees = value * 2

    def __len__(self):
        return self._degrees & 7

    def __getitem__(self, i):
        return self._degrees + i

    def text(self):
        return "<%d>" % self._degrees


def t_property(n):
    c = Celsius(n)
    c.degrees = c.degrees + 1
    return c.degrees


def t_special_methods(n):
    c = Celsius(n)
    return str(len(c)) + str(c[3]) + c.text()


class Iter(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def next(self):
        if self.n <= 0:
            raise StopIteration
        self.n -= 1
        return self.n

    __next__ = next


def t_user_iterator(n):
    s = 0
    for x in Iter(n):
        s = s * 2 + x
    return s


def gen(n):
    i = 0
    while i < n:
        yield i * i
        i += 1


def t_generator(n):
    s = 0
    for x in gen(n):
        s += x
    return s


def t_any_all(n):
    l = [n > 1, n > 2]
    return any(l) + 2 * all(l)


def t_pow(n):
    return 3 ** abs(n) + 2 ** 5


def t_float_ops(n):
    x = n * 0.75
    return x // 0.5 + x % 0.4 + x ** 2


def t_round(n):
    return round(n * 0.75) + 0.0


def t_divmod(n):
    q, r = divmod(n * 5, 3)
    return q * 10 + r


def t_slices_of_range(n):
    r = range(10)
    s = 0
    for x in r[2:5]:
        s = s * 10 + x
    return s


def t_string_list(n):
    l = ["a", "bb", str(n)]
    l.append("z" * 3)
    l.sort if False else None
    return l[-1] + l[2]


class Base(object):
    def __init__(self):
        self.x = 1

    def get(self, k=10):
        return self.x + k


class Derived(Base):
    def __init__(self, y):
        Base.__init__(self)
        self.y = y

    def get(self, k=20):
        return self.y + k


def pick(n):
    if n > 2:
        return Derived(n)
    return Base()


def t_default_in_methods(n):
    o = pick(n)
    return o.get() * 1000 + o.get(3) + o.get(k=4) * 100000


def outer(n):
    def inner(x):
        return x + n
    return inner(3)


def t_while_else(n):
    i = 0
    while i < 3:
        if i == n:
            break
        i += 1
    else:
        return -5
    return i


def t_str_none_format(n):
    s = None
    if n > 2:
        s = "x"
    return "%s|%s" % (s, n)


def t_unicode(n):
    u = u"abc" + str(n).decode("ascii")
    return len(u) * 100 + ord(u[0]) + len(u.encode("utf-8"))


def t_utf8(n):
    s = "\xc3\xa9" + str(n)
    u = s.decode("utf-8")
    return len(u) * 1000 + ord(u[0])


def t_list_of_tuples(n):
    l = [(1, "a"), (n, "b")]
    s = ""
    for i, t in l:
        s += t * i
    return s


def t_tuple_eq(n):
    return (n, "a") == (3, "a")


def t_nested_tuple(n):
    t = ((n, 2), (3, "x"))
    (a, b), (c, d) = t
    return a + b + c + len(d)


def t_dict_pop_order(n):
    d = {}
    for i in range(5):
        d[i] = str(i)
    k, v = d.popitem()
    return k * 10 + len(v)


def t_reversed_range(n):
    s = 0
    for i in reversed(range(4)):
        s = s * 10 + i
    return s


def t_char_in_list(n):
    c = "abc"[n % 3]
    return c in ("a", "b") or c == "zz"


def t_chained(n):
    return 1 < n <= 5


def t_swap_list(n):
    l = [1, 2, n]
    l[0], l[2] = l[2], l[0]
    return l[0] * 100 + l[2]


def t_global_instance_dict(n):
    REG.items["k"] = n
    return REG.items["k"] + len(REG.items)


class Reg(object):
    def __init__(self):
        self.items = {}


REG = Reg()


class StarSelf(object):
    def __init__(self, k):
        self.k = k

    def f(*args):
        return args[0].k + args[1]

    def plain(self, x):
        return self.k * x


class StarOther(StarSelf):
    def f(*args):
        return args[0].k - args[1]


def t_receiver_in_star(n):
    o = StarSelf(5) if n > 3 else StarOther(6)
    return o.f(n) * 10 + o.plain(2)
