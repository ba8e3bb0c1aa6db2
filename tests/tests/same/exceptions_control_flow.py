# Index errors of callees through `with`, generators, `finally`, nested handlers, methods, constructors, recursion, function pointers.
class E1(Exception):
    def __init__(self, v):
        self.v = v
class M(object):
    def __init__(self, s):
        self.s = s
        self.n = 0
    def __enter__(self):
        self.n += 1
        return self
    def __exit__(self, a, b, c):
        self.n += 10
        if a is not None:
            self.n += 100
        return self.s
class Q(object):
    def __init__(self):
        self.x = 1
    def __enter__(self):
        return self
    def __exit__(self, a, b, c):
        self.x = 5
def g(l, i):
    return l[i]
def w(s, i):
    m = M(s)
    r = 0
    try:
        with m:
            r = g([1, 2], i)
            if i == 1:
                raise E1(7)
        r += 1000
    except IndexError:
        r += 2
    except E1 as e:
        r += e.v
    return r * 1000 + m.n
def w2(i):
    q = Q()
    try:
        with q as z:
            g([1], i)
    except IndexError:
        return 100 + q.x
    return q.x
def gen(l, n):
    for i in range(n):
        yield l[i] * 2
def usegen(n):
    t = 0
    try:
        for x in gen([1, 2, 3], n):
            t += x
    except IndexError:
        t += 1000
    return t
def fin(l, i):
    try:
        return l[i]
    finally:
        return -7
def fin2(l, i, out):
    try:
        return g(l, i)
    finally:
        out.append(i)
def nested(l, i):
    r = 0
    try:
        try:
            r = g(l, i)
        except KeyError:
            r += 1
        r += 10
    except IndexError as e:
        r += 100
        try:
            r += g(l, i - 5)
        except IndexError:
            r += 1000
    return r
class A(object):
    def f(self, i):
        return 10 // i
class B(A):
    def f(self, i):
        return [1, 2][i]
class C(object):
    def __init__(self, l, i):
        self.x = g(l, i)
def meth(a, i):
    try:
        return a.f(i)
    except ZeroDivisionError:
        return -1
    except IndexError:
        return -2
def rec(n, l):
    if n == 0:
        return l[5]
    return rec(n - 1, l) + 1
def aug(l, i):
    try:
        l[i] += g(l, i - 1)
    except IndexError:
        return -1
    return l[0] + l[1]
def rr(l, i):
    try:
        return g(l, i)
    except IndexError:
        raise
def rr2(l, i):
    try:
        return rr(l, i)
    except IndexError as e:
        raise KeyError()
def ret(l, i):
    try:
        x = g(l, i)
    except (IndexError, KeyError) as e:
        return 1
    else:
        return x + g(l, i + 1)
def loop(l):
    n = 0
    i = 0
    while True:
        try:
            n += g(l, i)
        except IndexError:
            break
        finally:
            i += 1
    return n * 100 + i
def fptr(f, i):
    try:
        return f([1, 2, 3], i)
    except IndexError:
        return -1
def second(l, i):
    return l[i + 1]
def cont(l):
    n = 0
    for i in [0, 9, 1, 10, 2]:
        try:
            v = g(l, i)
        except IndexError:
            continue
        n += v
    return n
def entry_point(argv):
    for s in [True, False]:
        for i in range(3):
            print(w(s, i))
    for i in range(2):
        print(w2(i))
    for i in range(5):
        print(usegen(i))
        print(fin([1, 2], i))
        out = []
        try:
            print(fin2([1, 2], i, out))
        except IndexError:
            print("out")
        print(len(out))
        print(nested([1, 2], i))
        print(meth(A(), i))
        print(meth(B(), i))
        try:
            print(C([1, 2], i).x)
        except IndexError:
            print("C")
        print(aug([1, 2], i))
        try:
            print(rr([1, 2], i))
        except IndexError:
            print("rr")
        try:
            print(rr2([1, 2], i))
        except KeyError:
            print("rr2")
        try:
            print(ret([1, 2], i))
        except IndexError:
            print("ret")
        print(fptr(g, i))
        print(fptr(second, i))
    print(loop([4, 5, 6]))
    print(cont([1, 2, 3]))
    try:
        print(rec(10, [1] * 7))
        print(rec(10, [1]))
    except IndexError:
        print("rec")
    return 0
