import sys
def f(n):
    try:
        if n == 0: raise ValueError('zero')
        if n == 1: return 'one'
        if n == 2: {}['k']
        if n == 3: [][1]
        if n == 4: 1 // 0
        return 'none'
    except ValueError as e:
        return 'V %s' % e
    except (KeyError, IndexError) as e:
        return '%s %s' % (type(e).__name__, e)
    else:
        return 'else'
    finally:
        print('finally', n)
for i in range(4): print(f(i))
try: f(4)
except ZeroDivisionError: print('zde')
def g():
    for i in range(5):
        try:
            if i == 1: continue
            if i == 3: break
            print('body', i)
        finally:
            print('fin', i)
    else:
        print('no')
    return 'end'
print(g())
class E(Exception):
    pass
class E2(E):
    def __init__(self, a, b):
        Exception.__init__(self, a, b)
        self.a = a
try: raise E2(1, 2)
except E as e: print(e.args, e.a, str(e), isinstance(e, E2))
try:
    try: raise E('inner')
    except E: raise
except E as e: print('reraised', e)
def gen():
    try:
        yield 1
        yield 2
    except E as e:
        yield 'caught %s' % e
    finally:
        print('gen finally')
it = gen(); print(next(it)); print(it.throw(E('thrown')))
try: next(it)
except StopIteration: print('stop')
it = gen(); next(it); it.close()
def nested():
    try:
        try: raise E(1)
        finally: print('inner finally')
    except E as e:
        try: raise KeyError('x')
        except KeyError: pass
        return sys.exc_info()[0].__name__, e.args
print(nested())
print(sys.exc_info())
try: raise E
except E as e: print(repr(e.args), str(e) == '')
def ret():
    try: return 'try'
    finally: print('ret finally')
print(ret())
def override():
    for i in [1, 2]:
        try: return 'a'
        finally:
            break
    return 'b'
print(override())
try: assert 1 == 2, 'msg'
except AssertionError as e: print('assert', e)
try: assert False
except AssertionError as e: print('assert', e.args)
for exc in [lambda: int('x'), lambda: [].pop(), lambda: {}.popitem(), lambda: 'a' + 1, lambda: None.x, lambda: len(5), lambda: iter(5), lambda: [1][5], lambda: 'abc'.index('z'), lambda: float('q'), lambda: undefined_name, lambda: (1, 2)[5], lambda: chr(-1), lambda: __import__('nonexistent_mod'), lambda: next(iter([])), lambda: 1 << -1, lambda: [1, 2].remove(3), lambda: object().foo]:
    try: exc()
    except Exception as e: print(type(e).__name__)
def loc():
    try: print(zz)
    except UnboundLocalError: print('unbound')
    zz = 1
loc()
class Ctx(object):
    def __enter__(self): print('enter'); return self
    def __exit__(self, t, v, tb): print('exit', t and t.__name__); return t is KeyError
with Ctx() as c:
    raise KeyError(1)
def w():
    with Ctx():
        return 'from with'
print(w())
try:
    with Ctx(), Ctx():
        raise E('w')
except E: print('out')
def rec(n): return rec(n + 1)
try: rec(0)
except RuntimeError as e: print('recursion')
try: raise SystemExit(3)
except SystemExit as e: print('exit', e.code)


# Tracebacks: an exception that is raised again keeps the place where it was raised.
import sys


def lines():
    tb = sys.exc_info()[2]
    out = []
    while tb is not None:
        out.append((tb.tb_lineno - first, tb.tb_frame.f_code.co_name))
        tb = tb.tb_next
    return out


first = 0
try:
    raise ValueError
except ValueError:
    first = lines()[0][0]


def inner():
    raise KeyError('inner')


def again():
    try:
        inner()
    except KeyError:
        raise


def finally_():
    try:
        again()
    finally:
        len('')


def current():
    raise


def named():
    try:
        finally_()
    except KeyError as e:
        raise e


for f in [inner, again, finally_, named]:
    try:
        f()
    except KeyError:
        print(lines())
try:
    try:
        inner()
    except KeyError:
        current()
except KeyError:
    print(lines())
