def count(n):
    i = 0
    while i < n:
        got = yield i
        if got: i = got
        else: i += 1
g = count(10)
print(next(g), g.send(None), g.send(5), next(g), list(g))
def fib():
    a, b = 0, 1
    while True:
        yield a
        a, b = b, a + b
out = []
for x in fib():
    if x > 50: break
    out.append(x)
print(out)
print(sum(x * x for x in range(10)), list(x for x in 'abc'), dict((k, v) for k, v in zip('ab', (1, 2))))
print([(x, y) for x in range(3) for y in range(x) if (x + y) % 2], {x % 3 for x in range(9)} == {0, 1, 2}, {k: k * 2 for k in range(3)})
def tree(t):
    if isinstance(t, list):
        for u in t:
            for v in tree(u): yield v
    else: yield t
print(list(tree([1, [2, [3, 4]], 5])))
class It(object):
    def __init__(self, n): self.n = n
    def __iter__(self): return self
    def __next__(self):
        if self.n == 0: raise StopIteration
        self.n -= 1
        return self.n
    next = __next__
print(list(It(3)), max(It(4)), sorted(It(3)), 2 in It(5), tuple(It(2)))
class Seq(object):
    def __getitem__(self, i):
        if i >= 3: raise IndexError
        return i * 10
print(list(Seq()), [x for x in Seq()], 20 in Seq())
a, (b, c), d = 1, (2, 3), [4]
print(a, b, c, d)
print(list(enumerate('ab', 1)), list(zip([1, 2], 'ab')), list(map(lambda x: x + 1, [1, 2])), list(filter(None, [0, 1, 2])), list(reversed([1, 2, 3])))
print(any(x > 2 for x in [1, 2, 3]), all([]), all([1, 0]))
it = iter([1, 2, 3])
for x in it:
    print(x)
    for y in it:
        print('inner', y)
        break
l = [1, 2, 3]
for x in l:
    if x < 3: l.append(x + 10)
    if len(l) > 6: break
print(l)
def g2():
    x = yield
    print('received', x)
    yield x
h = g2(); next(h); print(h.send('v'))
try: h.send(1)
except StopIteration: print('done')
try: next(iter(()))
except StopIteration: print('empty')
print(next(iter([]), 'default'))
i = iter(lambda c=[0]: c.__setitem__(0, c[0] + 1) or c[0], 4)
print(list(i))
def early():
    return
    yield 1
print(list(early()))
fs = [lambda: i for i in range(3)]
print([f() for f in fs])
def outer():
    xs = []
    for i in range(3):
        def inner(i=i): return i
        xs.append(inner)
    return [f() for f in xs]
print(outer())
d = {'a': 1}
try:
    for k in d: d['b'] = 2
except RuntimeError: print('changed size')
