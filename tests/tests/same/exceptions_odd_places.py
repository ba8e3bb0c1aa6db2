# Errors in operations whose result is not used, in properties, generators, unpacking, nested `finally` and `with`.
class Boom(Exception):
    def __init__(self, n):
        self.n = n
class W(object):
    def __init__(self, v):
        self.v = v
class Base(object):
    def get(self):
        raise Boom(1)
class D1(Base):
    def get(self):
        return 4
class Lazy(object):
    def __init__(self, b):
        self.b = b
    def _get(self):
        return self.b.get()
    def _set(self, v):
        if v < 0:
            raise Boom(v)
        self.b = D1()
    p = property(_get, _set)
def prop(b, v):
    x = Lazy(b)
    try:
        x.p = v
        return x.p
    except Boom as e:
        return e.n - 100
class Ctx(object):
    def __init__(self, log, swallow):
        self.log = log
        self.swallow = swallow
    def __enter__(self):
        self.log.append(1)
        return self
    def __exit__(self, a, b, c):
        self.log.append(2)
        if a is not None:
            self.log.append(3)
        return self.swallow and a is not None
def ctx2(n):
    log = []
    r = 0
    try:
        with Ctx(log, n == 1) as a:
            with Ctx(log, n == 2) as b:
                r = [1][n]
            r += 10
        r += 100
    except IndexError:
        r += 1000
    return r * 100000 + len(log)
def early(n):
    log = []
    for i in range(3):
        with Ctx(log, True):
            if i == n:
                break
            if i + 1 == n:
                continue
            x = [5][i]
            log.append(x)
    return len(log)
def unused(l, n, node):
    try:
        l[n]
    except IndexError:
        return 1
    try:
        node.v
    except AttributeError:
        return 2
    try:
        10 // n
    except ZeroDivisionError:
        return 3
    return 4
def unused2(l, n):
    l[n]
    return 0
def tryit(l, n):
    try:
        unused2(l, n)
    except IndexError:
        return 5
    return 6
def unpack(l):
    try:
        a, b = l
    except ValueError:
        return -1
    return a * 10 + b
def deep(n):
    try:
        try:
            try:
                raise Boom(n)
            except Boom as e:
                if e.n == 0:
                    raise
                if e.n == 1:
                    x = [1][e.n]
                return 1
            finally:
                n += 10
        except IndexError:
            return n
    except Boom as e:
        return 1000 + n
def retfin(l):
    for i in range(5):
        try:
            try:
                v = l[i]
                if v == 2:
                    return v
            finally:
                if i == 3:
                    break
        except IndexError:
            return -9
    return -1
class Cls(object):
    pass
def mkcls(n):
    if n: return Cls
    return None
def inst(n):
    try:
        return 1 if mkcls(n)() is not None else 0
    except TypeError:
        return 7
def clsattr(n):
    try:
        return mkcls2(n).x
    except AttributeError:
        return -4
class K1(object):
    x = 1
class K2(K1):
    x = 2
def mkcls2(n):
    if n == 0: return None
    if n == 1: return K1
    return K2
def bound(n):
    a = D1() if n else None
    try:
        m = a.get
        return m()
    except AttributeError:
        return -3
def sl(s, n):
    try:
        return ord(s[n])
    except TypeError:
        return -6
def mm(l):
    try:
        return max(l) * 10 + min(l)
    except ValueError:
        return -8
def g1(n):
    try:
        yield [1, 2][n]
        yield 10 // n
    except IndexError:
        yield 55
    except ZeroDivisionError:
        yield 66
def gens(n):
    t = 0
    for x in g1(n):
        t = t * 100 + x
    return t
def gfin(l):
    try:
        for x in l:
            yield [7, 8, 9][x]
    finally:
        l.append(0)
def gens2(a):
    l = a
    t = 0
    try:
        for x in gfin(l):
            t += x
    except IndexError:
        t += 1000
    return t * 10 + len(l)
def chain(f, n):
    try:
        return f(n)
    except (ValueError, OverflowError) as e:
        if isinstance(e, OverflowError):
            return -20
        return -21
def fi(n):
    return int([1.5, -9.2e18, float('nan'), float('inf'), -float('inf'), 9.2e18][n])
def ci(n):
    return ord(chr(n * 200))
def popd(d, k):
    try:
        return d.pop(k)
    except KeyError:
        return -30
def setd(n):
    d = {}
    d[1] = 2
    try:
        for k in d:
            d[k + n] = 1
    except RuntimeError:
        return -31
    return len(d)
def strs(n):
    s = "abc" if n else None
    t = "x"
    try:
        if n == 2:
            return 9 if s < t else 8
        return len(t + s)
    except TypeError:
        return -40
def entry_point(argv):
    for n in range(3):
        print(prop(Base(), n - 1)); print(prop(D1(), n - 1))
        print(ctx2(n)); print(early(n))
        print(unused([1, 2], n, None if n == 1 else W([1])))
        print(tryit([1], n)); print(unpack([1, 2, 3][n:])); print(deep(n))
        print(retfin([1, 5, 2 + n, 3])); print(inst(n)); print(clsattr(n)); print(bound(n)); print(sl("abc", n))
        print(mm([1, 2][n:])); print(gens(n)); print(gens2([0, n, 2 + n % 2]))
        print(popd({1: 2}, n)); print(setd(n)); print(strs(n))
    for n in range(6):
        print(chain(fi, n))
    return 0
