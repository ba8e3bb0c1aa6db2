# Errors of all kinds of operations, seen by handlers two calls up, by a catch-all, and through a `finally`.
class N(object):
    k = 5
    def __init__(self):
        self.next = None
        self.one = 3
    def hi(self):
        return 42
    def one_(self):
        return self.one
class F(object):
    def __init__(self, f, g):
        self.f = f
        self.g = g
def inc(x):
    return x + 1
def dec(x):
    return x - 1
def mk(n):
    if n == 0: return None
    return N()
def lst(n):
    if n == 0: return None
    return [1, 2, n]
def st(n):
    if n == 0: return None
    return "abc" + chr(65 + n)
def dct(n):
    if n == 0: return None
    return {1: n}
def call1(f, x):
    return f.f(x)
def call2(f, x):
    return f.g(x)
def op(i, n):
    if i == 0: return mk(n).hi()
    if i == 1: return mk(n).k
    if i == 2: return mk(n).one
    if i == 3: return len(lst(n))
    if i == 4: return lst(n)[0]
    if i == 5: return len(st(n))
    if i == 6: return ord(st(n)[0])
    if i == 7: return dct(n)[1]
    if i == 8: return call1(F(inc if n else None, None), 3)
    if i == 9: return call2(F(None, [inc, dec, None][n % 3] if n else None), 3)
    if i == 10:
        t = 0
        for x in lst(n): t += x
        return t
    if i == 11: return len(st(n) + "x")
    if i == 12: return 10 // n
    if i == 13: return 10 % n
    if i == 14: return int(1.0 / float(n) * 100.0)
    if i == 15: return [1, 2, 3][n - 5]
    if i == 16: return {0: 1}[n]
    if i == 17: return ord(chr(n * 100 - 100))
    if i == 18: return int("12x"[:n])
    if i == 19: return int([1.5, float("nan"), float("inf")][n])
    if i == 20: return "abc".find(st(n))
    if i == 21:
        l = lst(n)
        l.append(3)
        return len(l)
    if i == 22:
        if 2 in lst(n): return 1
        return 0
    if i == 23:
        d = dct(n)
        d[5] = 4
        return len(d)
    if i == 24:
        x = mk(n)
        x.one = 7
        return x.one
    if i == 25: return N.hi(mk(1)) + mk(n).one_()
    if i == 26: return 1 << (n - 1)
    if i == 27: return len([0] * n)
    if i == 28: return len(lst(n)[1:])
    if i == 29:
        l = lst(1)
        while n >= 0:
            l.pop()
            n -= 1
        return len(l)
    if i == 30:
        d = {1: 1, 2: 2}
        for k in d:
            if n == 1: d[k + 10] = 1
            if n == 2: del d[k]
        return len(d)
    if i == 31:
        d = {1: 1, 2: 2}
        t = 0
        for k, v in d.items():
            if n: t += k
        return t
    return -1
def via(i, n):
    return op(i, n)
def run(i, n):
    try:
        print(via(i, n))
    except IndexError:
        print("IndexError")
    except KeyError:
        print("KeyError")
    except ZeroDivisionError:
        print("ZeroDivisionError")
    except OverflowError:
        print("OverflowError")
    except ValueError:
        print("ValueError")
    except AttributeError:
        print("AttributeError")
    except TypeError:
        print("TypeError")
    except RuntimeError:
        print("RuntimeError")
def run2(i, n):
    try:
        op(i, n)
    except Exception:
        return 1
    return 0
def run3(i, n):
    r = 0
    try:
        try:
            op(i, n)
        finally:
            r += 1
    except (IndexError, AttributeError) as e:
        r += 10
    except Exception:
        r += 100
    else:
        r += 1000
    return r
def entry_point(argv):
    for i in range(33):
        for n in range(3):
            if i == 19 or i != 18 or n:
                print("%d %d" % (i, n))
                run(i, n)
                print(run2(i, n))
                print(run3(i, n))
    return 0
