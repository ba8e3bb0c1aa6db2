# The order in which Python 2 evaluates, and asks objects.
import sys
def t(name, v=None):
    sys.stdout.write(name + ' ')
    return v
def nl(what):
    sys.stdout.write('| %s\n' % (what,))
class O(object):
    def __init__(self, n): self.n = n
    def __getitem__(self, k):
        t('%s.get' % self.n); return O(self.n + 'r')
    def __setitem__(self, k, v):
        t('%s.set' % self.n)
    def __delitem__(self, k):
        t('%s.del' % self.n)
    def __getattr__(self, k):
        if k.startswith('__'): raise AttributeError(k)
        t('%s.getattr_%s' % (self.n, k)); return O(self.n + 'q')
    def __hash__(self):
        t('%s.hash' % self.n); return 1
    def __eq__(self, o):
        t('%s.eq' % self.n); return False
    def __iter__(self):
        t('%s.iter' % self.n); return iter([1, 2])
    def __call__(self, *a, **k):
        t('%s.call' % self.n); return self
    def __nonzero__(self):
        t('%s.bool' % self.n); return True
    def __lt__(self, o):
        t('%s.lt' % self.n); return self
    def __add__(self, o):
        t('%s.add' % self.n); return self
    def __iadd__(self, o):
        t('%s.iadd' % self.n); return self
    def __enter__(self):
        t('%s.enter' % self.n); return self
    def __exit__(self, *a):
        t('%s.exit' % self.n); return False
    def __repr__(self):
        t('%s.repr' % self.n); return self.n
    def write(self, s):
        t('%s.write(%r)' % (self.n, s))
    def keys(self):
        t('%s.keys' % self.n); return ['q']
class P(O):
    def __setattr__(self, k, v):
        if k != 'n': t('%s.setattr_%s' % (self.n, k))
        else: object.__setattr__(self, k, v)
    def __delattr__(self, k):
        t('%s.delattr_%s' % (self.n, k))
def o(n):
    t(n)
    return O(n)
def p(n):
    t(n)
    return P(n)
def bad(n):
    t(n)
    raise ValueError(n)
{t('k', 1): t('v', 2), t('k2', 3): t('v2', 4)}; nl('dict')
{o('k'): o('v'), o('k2'): o('v2')}; nl('dict hash')
{o('k'): {o('ik'): o('iv')}, o('k2'): o('v2')}; nl('dict nested')
{'a': o('v'), o('k2'): o('v2'), 3: o('w')}; nl('dict mixed')
try:
    {[t('k')]: t('v'), t('k2'): t('v2')}
except TypeError: nl('dict unhashable')
try:
    {bad('k'): bad('v'), t('k2'): t('v2')}
except ValueError as e: nl('dict %s' % e)
try:
    {o('k'): bad('v'), t('k2'): t('v2')}
except ValueError as e: nl('dict %s' % e)
try:
    {t('k'): t('v'), bad('k2'): t('v2')}
except ValueError as e: nl('dict %s' % e)
try:
    {k: v for k, v in [(t('a'), t('b'))] for (k, v) in [([], 1)]}
except TypeError: nl('dict comp unhash')
{o('k%d' % i): o('v%d' % i) for i in range(2)}; nl('dictcomp')
{o('k%d%d' % (i, j)): {o('x%d' % q): o('y%d' % q) for q in range(j)}
    for i in range(2) if o('c') for j in range(2)}; nl('dictcomp nested')
try:
    {bad('k%d' % i): bad('v%d' % i) for i in range(2)}
except ValueError as e: nl('dictcomp %s' % e)
{o('k')(): (lambda: o('v'))() for i in o('it')}; nl('dictcomp iter')
{o('a'), o('b')}; nl('set')
s = {1, 1.0, True}; print s; nl('set first')
{o('s%d' % i) for i in range(2)}; nl('setcomp')
[o('a'), o('b')]; (o('a'), o('b')); nl('list')
d = {1: t('a'), 1.0: t('b'), True: t('c')}; print d; nl('dict first key')
o('a')[o('i')] = o('v'); nl('setitem')
o('a')[o('i')] += o('v'); nl('augitem')
p('a').x = o('v'); nl('setattr')
p('a').x += o('v'); nl('augattr')
o('a')[o('i'):o('j')] ; nl('slice')
o('a')[o('i'):o('j')] = o('v'); nl('setslice')
o('a')[o('i'):o('j')] += o('v'); nl('augslice')
o('a')[o('i'):o('j'):o('k')] += o('v'); nl('augslice3')
o('a')[o('i'):o('j'), o('k'):] ; nl('slices')
o('a')[o('i'):o('j'), o('k'):] += o('v') ; nl('slices')
del o('a')[o('i'):o('j')]; nl('delslice')
del o('a')[o('i')], p('b').x, o('c')[o('j')]; nl('del')
o('a')[o('i')], o('b')[o('j')] = o('v'), o('w'); nl('par2')
o('a')[o('i')], o('b')[o('j')], o('c')[o('k')] = o('v'), o('w'), o('x'); nl('par3')
o('a')[o('i')], o('b')[o('j')], o('c')[o('k')], o('d')[o('l')] = o('v'), o('w'), o('x'), o('y'); nl('par4')
o('a')[o('i')], (o('b')[o('j')], p('q').x) = o('v'), [o('w'), o('x')]; nl('nest')
o('a')[o('i')] = o('b')[o('j')] = p('q').x = o('v'); nl('chain')
print >>o('f'), o('a'), o('b'), ; nl('print to')
print >>o('f'), o('a'), o('b'); nl('print to')
print >>o('f'); nl('print to')
print o('a'), o('b'); nl('print')
print o('a'), t('x', '\t'), o('b'),; print 'z'; nl('print')
exec t('code', 'q = t("run")') in t('g', globals()), t('l', {}); nl('exec')
exec t('code', 'q = t("run")') in t('g', globals()); nl('exec')
def f(*a, **k):
    t('f%r%r' % (len(a), sorted(k)))
o('f')(o('a'), o('b'), k=o('k'), l=o('l')); nl('call')
o('f')(o('a'), k=o('k'), l=o('l'), *o('s')); nl('call *')
o('f')(o('a'), k=o('k'), l=o('l'), *o('s'), **o('d')); nl('call **')
o('f')(o('a'), *o('s'), **o('d')); nl('call **')
o('f')(*o('s'), k=o('k')); nl('call * k')
o('f')(o('a'), **o('d')); nl('call **')
f(k=o('k'), **o('d')); nl('call f')
try:
    f(k=o('k'), *t('notseq', 5), **o('d'))
except TypeError as e: nl('call bad * %s' % e)
try:
    f(k=o('k'), **t('notmap', 5))
except TypeError as e: nl('call bad ** %s' % e)
try:
    f(q=o('k'), **o('d'))
except TypeError as e: nl('call dup %s' % e)
try:
    t('notf', 5)(o('a'), k=o('k'), *o('s'), **o('d'))
except TypeError as e: nl('call notf %s' % e)
try:
    raise t('E', ValueError), t('v', 'x'), t('tb', None)
except t('M', ValueError), e: nl('raise 3')
try:
    raise t('E', ValueError), t('v', ('x', 'y'))
except (t('M', KeyError), t('N', ValueError)), e: nl('raise 2 %r' % (e,))
try:
    raise t('E', ValueError)(t('v'))
except t('M', KeyError): pass
except t('N', ValueError), e: nl('raise 1 %r' % (e,))
try:
    try:
        raise t('E', 5)
    except t('K', KeyError): pass
except TypeError, e: nl('raise bad %s' % e)
try:
    raise t('E', (ValueError, KeyError)), t('v', 'x')
except ValueError, e: nl('raise tuple %r' % (e,))
try:
    raise ValueError('a')
except ValueError, o('tgt')[o('idx')]: nl('except target')
try:
    raise ValueError('a')
except ValueError, p('tgt').x: nl('except target')
@o('d1')
@o('d2')
def g(a=o('a'), (x, y)=o('b'), c=o('c')): pass
nl('def')
h = lambda a=o('a'), (x, y)=o('b'): 1
nl('lambda')
class M(type): pass
@o('d1')
@o('d2')
class C(t('b1', object)):
    __metaclass__ = t('m', M)
    t('body')
nl('class')
o('a') < o('b') < o('c') < o('d'); nl('chain')
x = o('a') < o('b') < o('c'); nl('chain v')
if o('a') < o('b') < o('c'): nl('chain cond')
if not o('a') < o('b') < o('c'): pass
else: nl('chain not')
o('a') in [o('b'), o('c')]; nl('in')
try:
    assert t('c', 0), t('msg', 'm')
except AssertionError, e: nl('assert %r' % (e.args,))
try:
    assert t('c', 0), t('msg', ('m', 'n'))
except AssertionError, e: nl('assert %r' % (e.args,))
assert t('c', 1), t('msg', 'm'); nl('assert')
`o('a')`; nl('backticks')
y = `o('a'), o('b')`; nl('backticks %s' % y)
z = [t('e') for i in o('l') if t('c', 1)]; nl('listcomp %r' % i)
def lc():
    w = [t('e') for i in o('l') for j in [t('in')]]
    return i, j
nl(lc())
class CL(object):
    w = [i for i in (1, 2, 3)]
    nl(sorted(k for k in ('i', 'w') if k in locals()))
ge = (t('e') for i in o('l') if t('c', 1)); t('made'); list(ge); nl('genexp')
with o('a') as o('t')[o('i')], o('b') as (o('x')[1], o('y')[2]):
    t('body')
nl('with')
class NoExit(object):
    def __enter__(self): t('enter')
for manager in [5, NoExit()]:
    try:
        with manager: t('body')
    except AttributeError, e: nl('with %s' % e)
for o('a')[o('i')] in o('l'): t('body')
else: t('else')
nl('for')
x = o('a') if o('c') else o('b'); nl('ifexp')
x = o('a') and o('b') or o('c'); nl('andor')
x = o('a') + o('b') + (o('c') + o('d')); nl('add')
x = o('x')
x += o('y') + o('z'); nl('aug')
def fin():
    for i in range(2):
        try:
            try:
                return t('ret')
            finally:
                t('fin')
        finally:
            t('fin2')
fin(); nl('finally')
def gen():
    x = {(yield 'k'): (yield 'v')}
    t('%r' % x)
    pass
g = gen()
t(g.next()); t(g.send('first'))
try: g.send('second')
except StopIteration: pass
nl('yield')
def args((a, b), c, (d, (e, f))=(1, (2, 3))):
    return a, b, c, d, e, f
nl(args('xy', 3))
class Q(object):
    a, b, c, d = 1, 2, 3, 4
    e, f, g, h = o('e'), 2, 3, 4
nl('Q')
class G(object):
    def __len__(self): t('len'); return 5
    def __getslice__(self, i, j): t('getslice%r:%r' % (i, j)); return 7
    def __setslice__(self, i, j, v): t('setslice%d:%d' % (i, j))
    def __delslice__(self, i, j): t('delslice%d:%d' % (i, j))
    def __getitem__(self, i): t('getitem%r' % (i,)); return 8
    def __setitem__(self, i, v): t('setitem%r' % (i,))
g = G()
g[1:2]; g[:2]; g[1:]; g[:]; g[-1:]; g[:-2]; g[1:2:3]; g[1L:2]; nl('getslice')
g[1:2] = 5; g[-1:] = 5; g[1:2] += 6; g[-3:-1] += 5; del g[1:-1]; nl('setslice')
g[t('i', 1):t('j', 2)] += t('v', 5); nl('augslice')
g['a':'b']; g[1.5:]; nl('slices of others')
class X(object):
    def __index__(self): t('index'); return 2
g[X():X()]; g[X():]; [1, 2, 3, 4][X():X()]; [1,2,3,4][X()]; nl('index')
l = range(6)
l[X():X()] = t('v', [7, 8]); print l; nl('setslice list')
l[t('i', 0):t('j', 2)] += t('v', [9]); print l; nl('augslice list')
class Dis(object):
    def __getattribute__(self, n): t('ga_' + n); return object.__getattribute__(self, n)
    def meth(self, x): pass
def dis(): t('d'); return Dis()
dis().meth(t('arg')); nl('method')
try: dis().nometh(t('arg'))
except AttributeError: nl('nometh')
print "%s %s" % (t('a', 1), t('b', 2)); nl('mod')
(t('a', 1), t('b', 2))[t('i', 0)]; nl('sub')
global_a = global_b = t('v'); nl('mul')
a = [1, 2, 3]
i = 0
i, a[i] = 1, 9; print i, a; nl('swap')
i = 0
i = a[i] = 2; print i, a; nl('chain')
def ret_dict(): return {t('k', 1): t('v', 2)}[t('k', 1)]
ret_dict(); nl('ret')
x = dict(a=o('a'), b=o('b'), **{'c': o('c')}); nl('dict call')
x = dict([(t('k', 1), t('v', 2))], z=t('z')); nl('dict call')
print 'a',
sys.stdout.write('x\n')
print 'b',
sys.stdout.writelines(['y', 'z'])
print 'c'
f = o('f')
f.softspace = True
print >>f, 'q', 'r\n', 's', '', 't ', 1; nl('soft space')
f.softspace = None
print >>f, 'u'; nl('no soft space')
