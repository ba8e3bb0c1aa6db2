"""Small programs of Python 2 and 3, each a function `t_NAME`, for a Python VM that was translated.

Usage: VM pieces.py NAME

Prints the milliseconds of the fastest of twelve turns, those of the first one, and the result. `benchmarks/guest.py`
compares two VMs by them.
"""
import sys
import time

try:
    xrange
except NameError:
    xrange = range


def adder(n):

    def add(x):
        return x + n
    return add


def compose(f, g):
    return lambda x: f(g(x))


class V(object):

    def __init__(self, x):
        self._x = x

    @property
    def x(self):
        return self._x

    def __add__(self, o):
        return V(self._x + o._x)

    def __eq__(self, o):
        return self._x == o._x

    def __getitem__(self, i):
        return self._x + i


class S(object):
    __slots__ = ['a']

    def __init__(self):
        self.a = 1


class E(Exception):

    def __init__(self, v):
        self.v = v

N = 100000


def t_closure():
    f = compose(adder(1), adder(2))
    s = 0
    for i in xrange(N):
        s = f(s) & 65535
    return s


def t_add():
    v = V(0)
    w = V(3)
    for i in xrange(N):
        v = v + w
    return v._x


def t_eq():
    v = V(0)
    w = V(3)
    s = 0
    for i in xrange(N):
        if v == w:
            s += 1
    return s


def t_prop():
    v = V(1)
    s = 0
    for i in xrange(N):
        s += v.x
    return s


def t_getitem():
    v = V(1)
    s = 0
    for i in xrange(N):
        s += v[i] & 1
    return s


def t_map():
    return len(list(map(lambda q: q * 2, range(N))))


def t_filter():
    return len([q for q in filter(lambda q: q & 1, range(N))])


def t_varargs():

    def va(*a, **k):
        return len(a) + k.get('z', 0)
    s = 0
    for i in xrange(N):
        s += va(i, 2, z=3)
    return s


def t_alloc():
    for i in xrange(N):
        v = V(i)
    return v._x


def t_alloclist():
    l = [None] * N
    for i in xrange(N):
        l[i] = V(i)
    return len(l)


def t_floatattr():
    v = V(0.5)
    for i in xrange(N):
        v._x = v._x * 1.000001
    return int(v._x)


def t_setattr2():
    l = [V(0.5), V(0.25)] * (N // 2)
    for p in l:
        p._x = p._x + 1.0
    return len(l)


def t_raise():
    s = 0
    for i in xrange(N):
        try:
            raise E(i)
        except E as e:
            s += e.v & 1
    return s


def t_keyerror():
    s = 0
    d = {}
    for i in xrange(N):
        try:
            d[i]
        except KeyError:
            s += 1
    return s


def t_finally():
    s = 0
    for i in xrange(N):
        try:
            s += i & 3
        finally:
            s += 1
    return s


def t_listcmp():
    s = 0
    a = [i & 255 for i in range(N)]
    b = [x for x in a if x < 100]
    return len(b)


def t_sortkey():
    a = [i * 7919 % 10007 for i in range(10000)]
    return sorted(a, key=lambda v: -v)[0]


def t_sorttuple():
    a = [(i * 7919 % 255, i) for i in range(10000)]
    return sorted(a)[0][1]


def t_sortint():
    a = [i * 7919 % 10007 for i in range(10000)]
    return sorted(a)[0]


def t_tupleunpack():
    s = 0
    l = [(i, i + 1) for i in range(1000)]
    for k in range(N // 1000):
        for a, b in l:
            s += a - b
    return s


def t_nested():
    l = [([1.0, 2.0, 3.0], [0.5, 0.5, 0.5], 2.0) for i in range(5)]
    for k in xrange(N // 5):
        for r, v, m in l:
            r[0] += m * v[0]
    return int(l[0][0][0])


def t_pow():
    s = 0.0
    for i in xrange(1, N):
        s += i ** (-1.5)
    return int(s * 1000)


def t_rec():

    def fib(n):
        return n if n < 2 else fib(n - 1) + fib(n - 2)
    return fib(20)


def t_recobj():

    class T(object):

        def __init__(self, l, r):
            self.l = l
            self.r = r

        def check(self):
            return 1 if self.l is None else 1 + self.l.check() + self.r.check()

    def make(d):
        return T(None, None) if d == 0 else T(make(d - 1), make(d - 1))
    return make(14).check()


def t_bigadd():
    a = 1
    for i in xrange(1000):
        a = a * 3 + 1
    s = 0
    for i in xrange(1000):
        s += a
    return s & 255


def t_bigmul():
    a = 3 ** 300
    s = 0
    for i in xrange(3000):
        s ^= a * a
    return s & 255


def t_bigdiv():
    a = 3 ** 300
    b = 7 ** 90
    s = 0
    for i in xrange(3000):
        s ^= a // b
    return s & 255


def t_strindex():
    t = 'hello world 123 ' * 100
    s = 0
    for k in range(N // 1600):
        for i in range(len(t)):
            if t[i].isalpha():
                s += 1
    return s


def t_strslice():
    t = 'hello world 123 ' * 10
    s = 0
    for i in xrange(N):
        s += len(t[i & 63:(i & 63) + 5])
    return s


def t_intstr():
    s = 0
    for i in xrange(N // 5):
        s += int(str(i))
    return s


def t_cat():
    s = ''
    for i in xrange(N):
        s += 'x'
    return len(s)


def t_join():
    return len(''.join([str(i) for i in xrange(N // 5)]))


def t_slots():
    o = S()
    for i in xrange(N):
        o.a += 1
    return o.a


def t_dictstr():
    d = {'a': 1, 'b': 2, 'c': 3}
    s = 0
    for i in xrange(N):
        s += d['b']
    return s


def t_dictset():
    d = {}
    for i in xrange(N):
        d[i & 1023] = i
    return len(d)


def t_listappend():
    l = []
    for i in xrange(N):
        l.append(i)
    return len(l)


def t_listpop():
    l = list(range(N))
    s = 0
    while l:
        s += l.pop()
    return s


def t_sieve():
    f = [True] * N
    for i in xrange(2, 300):
        for j in xrange(i * i, N, i):
            f[j] = False
    return sum(f)


def t_isinst():
    v = V(1)
    s = 0
    for i in xrange(N):
        if isinstance(v, V):
            s += 1
    return s


def t_global():
    global G
    G = 0
    for i in xrange(N):
        G += 1
    return G


def t_method():

    class A(object):

        def f(self, x):
            return x + 1

    class B(A):

        def f(self, x):
            return A.f(self, x) + 1
    o = [A(), B()]
    s = 0
    for i in xrange(N):
        s = o[i & 1].f(s)
    return s


def t_super():

    class A(object):

        def f(self, x):
            return x + 1

    class B(A):

        def f(self, x):
            return super(B, self).f(x) + 1
    o = B()
    s = 0
    for i in xrange(N):
        s = o.f(s)
    return s


def t_linked():

    class P(object):

        def __init__(self, l):
            self.link = l
    p = None
    for i in range(1000):
        p = P(p)
    s = 0
    for i in range(N // 1000):
        q = p
        while q is not None:
            s += 1
            q = q.link
    return s


def t_with():

    class C(object):

        def __enter__(self):
            return 1

        def __exit__(self, a, b, c):
            return None
    s = 0
    c = C()
    for i in xrange(N):
        with c as x:
            s += x
    return s


def t_enum():
    s = 0
    l = list(range(1000))
    for k in range(N // 1000):
        for i, x in enumerate(l):
            s += i + x
    return s


def t_zip():
    s = 0
    l = list(range(1000))
    for k in range(N // 1000):
        for a, b in zip(l, l):
            s += a * b
    return s


def t_set():
    t = set()
    for i in xrange(N):
        t.add(i & 511)
    return len(t)


def t_fmt():
    s = 0
    for i in xrange(N // 5):
        s += len('%d-%s-%x' % (i, 'a', i))
    return s


def main(name):
    function = globals()['t_' + name]
    times = []
    for turn in range(12):
        start = time.time()
        result = function()
        times.append(time.time() - start)
    print('%.3f %.3f %s' % (min(times) * 1000, times[0] * 1000, result))


main(sys.argv[1])
