x = 'global'
def f():
    x = 'f'
    def g():
        return x
    def h():
        global x
        x = 'changed'
        return x
    return g(), h(), x
print(f(), x)
def counter():
    n = [0]
    def inc(d=1):
        n[0] += d
        return n[0]
    return inc
c = counter(); c(); print(c(5))
class A:
    y = 10
    z = [y for _ in range(2)] if False else y
    def get(self): return x
    lst = [i for i in range(3)]
print(A().get(), A.z, A.lst)
def outer():
    class B(object):
        v = x
        def m(self): return loc
    loc = 'closure'
    return B().m(), B.v
print(outer())
def args(a, b=[], *c, **d):
    b.append(a)
    return b
print(args(1), args(2))
exec("exec_var = 1 + 1")
print(exec_var, eval('exec_var * 3'), eval('a + b', {'a': 1, 'b': 2}))
ns = {}
exec("def fn(q): return q * k\nk = 3", ns)
print(ns['fn'](4), sorted(k for k in ns if not k.startswith('__')))
code = compile('1 + 2', 'f', 'eval'); print(eval(code))
def loc():
    a = 1; b = 2
    return sorted(locals().items())
print(loc(), 'x' in globals(), __name__)
f2 = lambda x, y=2: x + y
print(f2(1), (lambda: 5)(), [f(2) for f in [lambda n: n, lambda n: n * n]])
def deco(arg):
    def d(fn):
        def w(*a): return (arg, fn(*a))
        w.__name__ = fn.__name__
        return w
    return d
@deco('A')
@deco('B')
def decorated(q): return q
print(decorated(1), decorated.__name__)
if True:
    cond = 'yes'
else:
    cond = 'no'
print(cond)
i = 0
while True:
    i += 1
    if i % 2: continue
    if i > 6: break
else: print('never')
print(i)
for i in []: pass
else: print('for else')
del i
try: i
except NameError: print('deleted')
def rec(n): return 1 if n <= 1 else n * rec(n - 1)
print(rec(20), rec.__name__, rec.__doc__)
def doc():
    "docstring"
print(doc.__doc__)
doc.attr = 5; print(doc.attr, doc.__dict__)
def kwonly(a, *, b=2, c): return a, b, c
print(kwonly(1, c=3)); 
try: kwonly(1)
except TypeError as e: print(e)
try: kwonly(1, 2, c=3)
except TypeError as e: print(e)
def nl():
    v = 1
    def s():
        nonlocal v
        v += 1
        return v
    return s(), s(), v
print(nl())
a, *b, c = range(5); print(a, b, c)
print(f'{x!r:>12}|{1 + 1}|{"n"}|{3.14159:.2f}|{{}}')
def ann(a: int, b: 'str' = 'q') -> float: return a
print(ann(1), sorted(ann.__annotations__))
def yf():
    r = yield from inner()
    yield r
def inner():
    yield 1
    return 'ret'
print(list(yf()))
print([y := 5, y + 1], (n := 3) * n)
m = {**{'a': 1}, 'b': 2}; print(m, [*'ab', *[1]])
