# What the live space's own loop does in place, and where it must notice that something changed.


def show(f, *args, **kw):
    try:
        print(f(*args, **kw))
    except Exception as e:
        print(type(e).__name__, e)


# Names: a builtin is shadowed by a global that comes later, and shows again.
def length(x):
    return len(x)


print(length([1, 2]))
len = lambda x: 'mine'
print(length([1, 2]))
del len
print(length([1, 2]))


def late():
    return undefined_so_far


show(late)
undefined_so_far = 3
show(late)


# Attributes: the class changes, the instance shadows, attributes go and come back.
class A(object):
    kind = 'class'

    def __init__(self, x=1):
        self.x = x

    def get(self):
        return self.x

    def twice(self, y, z=10):
        return (self.x, y, z)


def read(o):
    return o.kind, o.get(), o.x


a = A()
b = A(2)
print(read(a), read(b))
a.kind = 'instance'
print(read(a), read(b))
A.kind = 'changed'
print(read(a), read(b))
b.get = lambda: 'own'
print(read(a), read(b))
A.get = lambda self: 'new'
print(read(a), read(b))
del b.get, a.kind
print(read(a), read(b))
del a.x
show(read, a)
a.other = 5
a.x = 6
print(read(a), sorted(a.__dict__))
print(a.get(), A.get(a), callable(a.get))
method = a.twice
print(method(1), method(1, z=2), a.twice(z=3, y=4))
a.__dict__['y' + ''.join(['z'])] = 7
print(a.yz)


class B(A):
    @property
    def x(self):
        return 'property'

    @x.setter
    def x(self, value):
        self.stored = value


def set_x(o, v):
    o.x = v
    return o.x, sorted(o.__dict__)


for o in [A(1), B(2), A(3), B(4)]:
    print(set_x(o, 'v'))


class Slots(object):
    __slots__ = ['p', 'q']


s = Slots()
s.p = 1
print(s.p)
print(hasattr(s, 'q'))


def set_r(o):
    o.r = 1


show(set_r, s)


class Asked(object):
    present = 1

    def __getattr__(self, name):
        return 'asked ' + name


class All(object):
    present = 1

    def __getattribute__(self, name):
        return lambda *args: (name, args)


class Set(object):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, ('set', value))


def ask(o):
    return o.present, o.absent


print(ask(Asked()))
print([f(1) for f in ask(All())], All().present(2), All().absent())
e = Set()
e.v = 1
e.v = 2
print(e.v)


class Callable(object):
    def __call__(self, *args):
        return args


class Static(object):
    plain = Callable()

    @staticmethod
    def st(a, b=2):
        return a, b

    @classmethod
    def cl(cls, a):
        return cls.__name__, a


print(Static().plain(1), Static().st(1), Static().cl(3), Static.st(4, 5), Static.cl(6))


# Calls: each way of passing arguments, right and wrong.
def f(a, b, c=3, d=4):
    return a, b, c, d


for call in [lambda: f(1, 2), lambda: f(1, 2, 5), lambda: f(1, b=2), lambda: f(b=1, a=2), lambda: f(1, 2, d=9),
             lambda: f(1), lambda: f(1, d=2), lambda: f(1, 2, 3, 4, 5), lambda: f(1, 2, b=3), lambda: f(1, 2, e=3),
             lambda: f(d=1, c=2, b=3, a=4), lambda: a.twice(), lambda: a.twice(1, 2, 3), lambda: A(1, 2), lambda: A(y=1),
             lambda: A(x=8).x, lambda: A().get(1)]:
    show(call)


def captured(x, y=5):
    def inner():
        return x + y
    x += 1
    return inner


print(captured(1)(), captured(1, y=2)(), captured(y=7, x=0)())


class BadInit(object):
    def __init__(self):
        return 1


show(BadInit)


class Old(A):
    def __new__(cls, *args):
        return 'no instance'


print(Old(1, 2, 3))


def generate():
    got = a.twice((yield 1), (yield 2))
    yield got


g = generate()
print(next(g), g.send('x'), g.send('y'))
print((a if a.x else b).twice(1 if b else 2, [i for i in range(3)]))
print(a.twice(a.twice(1, 2), a.twice(3, 4)))


def handled(o, n):
    result = []
    for i in range(n):
        try:
            result.append(o.twice(i, 10 // (i - 1)))
        except ZeroDivisionError:
            result.append('zero')
    return result


print(handled(A(), 3))


def unbound(flag):
    if flag:
        x = 1
        y = 2
    return x, y


show(unbound, 1)
show(unbound, 0)


# Numbers: signs, limits, mixtures.
def numbers(x, y):
    out = []
    for op in [lambda: x + y, lambda: x - y, lambda: x * y, lambda: x // y, lambda: x % y, lambda: x / y, lambda: x << y,
               lambda: x >> y, lambda: x & y, lambda: x | y, lambda: x ^ y, lambda: x < y, lambda: x == y, lambda: x != y]:
        try:
            out.append(repr(op()))
        except Exception as e:
            out.append(type(e).__name__)
    print(' '.join(out))


big = 2 ** 63 - 1
for x, y in [(7, 2), (-7, 2), (7, -2), (-7, -2), (6, 0), (big, 1), (-big - 1, -1), (big, big), (1, 62), (1, 63), (-1, 63),
             (-1, 100), (2 ** 60, 3), (1.5, 2), (2, 1.5), (-7.5, 2.0), (1.0, 0), (True, 3), (float('nan'), 1.0),
             (2 ** 53 + 1, 1.0)]:
    numbers(x, y)
n = big
n += 1
print(n)
n -= 1
print(n == big)


# Sequences and dictionaries.
items = [0, 1, 2, 3, 4]
text = 'abcde'
for i in [0, -1, 4, -5]:
    print(items[i], text[i], tuple(items)[i])
for i in [5, -6, 'x']:
    show(lambda: items[i])
    show(lambda: (1, 2)[i])
for i, j in [(1, 3), (-2, None), (None, -1), (3, 1), (-100, 100), (7, 9), (None, None)]:
    print(items[i:j], text[i:j], (0, 1, 2)[i:j])
items[-1] = 'last'
print(items, len(items), items.pop(), items.pop(0), items)
show([].pop)

d = {}
for i in range(12):
    d['k%d' % i] = i
    if i % 3 == 0:
        del d['k%d' % (i // 2)]
print(d, len(d), 'k1' in d, 'k11' in d, 'k' not in d)
d[1] = 'int'
print(d[1.0], d[True], d.get(1, 'no'), d.get('k11', 'no'), d.get('zz', 'no'), d.get(2))
d[1.0] = 'float'
print(d[1])


class Key(object):
    def __init__(self, n):
        self.n = n

    def __hash__(self):
        return hash(self.n)

    def __eq__(self, other):
        return self.n == (other.n if isinstance(other, Key) else other)


d = {Key(5): 'key'}
print(d[5], 5 in d, 6 in d, d.get(5, 'no'))
d[5] = 'same'
print(len(d), d[Key(5)])
show(lambda: d[7])
x, y = 1, 2
x, y = y, x
x, y, z = y, x, 3
print(x, y, z)
show(lambda: [p for p, q in [(1, 2, 3)]])
for i in range(3):
    for j in [i, i]:
        if i == 1:
            break
    else:
        continue
    print('broke', i)
print([i for i in range(10, 0, -3)], [c for c in 'ab'], [k for k in {'x': 1}])
