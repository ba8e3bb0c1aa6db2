# Attribute protocol, descriptors, metaclasses, super, slots.
class D(object):
    def __init__(self, n): self.n = n
    def __get__(self, obj, cls): return (self.n, obj is None, cls.__name__)
class DD(D):
    def __set__(self, obj, v): obj.__dict__['dd'] = v
class A(object):
    a = D(1)
    b = DD(2)
    def __getattr__(self, name):
        if name.startswith('x'): return 'got ' + name
        raise AttributeError(name)
x = A()
print(x.a, A.a, x.b, A.b)
x.a = 5
x.b = 6
print(x.a, x.b, x.__dict__, x.xyz)
try:
    x.y
except AttributeError as e:
    print('AttributeError', e)
print(hasattr(x, 'x1'), hasattr(x, 'y1'), getattr(x, 'y1', 'dflt'))
class S(object):
    __slots__ = ['p', 'q']
s = S(); s.p = 1
print(s.p, hasattr(s, 'q'), hasattr(s, '__dict__'))
try: s.r = 3
except AttributeError as e: print('no r')
class P(object):
    def __init__(self): self._v = 0
    @property
    def v(self): return self._v
    @v.setter
    def v(self, x): self._v = x * 2
    @v.deleter
    def v(self): self._v = -1
    @staticmethod
    def st(a, b=2): return a + b
    @classmethod
    def cm(cls, *a): return cls.__name__, a
p = P(); p.v = 4; print(p.v); del p.v; print(p.v, P.st(1), p.st(1, 5), P.cm(1), p.cm())
class Meta(type):
    def __new__(m, name, bases, d):
        d['tag'] = name.lower()
        return type.__new__(m, name, bases, d)
    def __call__(cls, *args):
        obj = type.__call__(cls, *args)
        obj.made = True
        return obj
    def hello(cls): return 'hello ' + cls.__name__
    def __iter__(cls): return iter([1, 2])
    def __len__(cls): return 7
Base = Meta('Base', (object,), {'z': 1})
class Sub(Base):
    pass
print(Base.tag, Sub.tag, Sub().made, Sub.hello(), list(Sub), len(Sub), type(Sub).__name__, Sub.__mro__ == (Sub, Base, object))
class X(object):
    def f(self): return ['X']
class Y(X):
    def f(self): return ['Y'] + super(Y, self).f()
class Z(X):
    def f(self): return ['Z'] + super(Z, self).f()
class W(Y, Z):
    def f(self): return ['W'] + super(W, self).f()
print(W().f(), [c.__name__ for c in W.__mro__])
try:
    class Bad(X, W): pass
except TypeError: print('MRO error')
T = type('T', (Y,), {'g': lambda self: 42})
print(T().g(), T.__name__, isinstance(T(), X), issubclass(T, (int, X)))
class G(object):
    def __getattribute__(self, n):
        if n == 'q': return 'Q'
        return object.__getattribute__(self, n)
    def __setattr__(self, n, v): object.__setattr__(self, n, v + 1)
    def __delattr__(self, n): print('del', n)
g = G(); g.k = 1; print(g.k, g.q); del g.k
class I(int):
    def __add__(self, o): return I(int.__add__(self, o) + 100)
    def __repr__(self): return 'I(%d)' % int(self)
print(I(3) + 4, I(3) * 2, 2 + I(3), I(7) == 7, {I(1): 'a'}[1], I(5) > 3, repr(I(3)))
class L(list):
    def total(self): return sum(self)
l = L([1, 2]); l.append(3); print(l.total(), l, len(l), l[0], isinstance(l, list), l == [1, 2, 3])
class DictSub(dict):
    def __missing__(self, k): return k * 2
d = DictSub(a=1); print(d['a'], d['b'], 'b' in d, d)
class Str(str):
    def __new__(cls, v): return str.__new__(cls, v + '!')
print(Str('a'), Str('a').upper(), len(Str('a')), Str('a') == 'a!')
class C1(object):
    def __eq__(self, o): return True
    def __ne__(self, o): return False
    def __hash__(self): return 3
    def __bool__(self): return False
    __nonzero__ = __bool__
    def __len__(self): return 9
    def __contains__(self, x): return x == 1
    def __call__(self, *a, **k): return a, k
    def __getitem__(self, i): return i
    def __iter__(self): yield 1
    def __enter__(self): return 'entered'
    def __exit__(self, *a): return a[0] is not None
c = C1()
print(c == 5, c != 5, hash(c), bool(c), len(c), 1 in c, 2 in c, c(1, k=2), c[3], list(c))
with c as e:
    print(e)
    raise ValueError('swallowed')
print('after')
def deco(f):
    def inner(*a): return ('deco', f(*a))
    return inner
class M(object):
    @deco
    def m(self, x): return x
    n = deco(lambda self: 'n')
print(M().m(3), M().n())
print(sorted(k for k in vars(P) if not k.startswith('__')))
class Priv(object):
    def __init__(self): self.__x = 1
    def get(self): return self.__x
print(Priv().get(), Priv().__dict__)
x.__class__ = P
print(type(x).__name__, isinstance(x, P))
class Cmp(object):
    def __init__(self, v): self.v = v
    def __lt__(self, o): return self.v < o.v
print([q.v for q in sorted([Cmp(3), Cmp(1), Cmp(2)])], max(Cmp(1), Cmp(4)).v)
print(callable(P), callable(p), callable(len), P.__name__, P.__module__, p.__class__ is P, P.__bases__ == (object,))
