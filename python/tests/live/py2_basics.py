import sys
print 'hello', 1, 2L, 3.5, [1L, u'a'], `1 + 1`
print 'no newline',
print 'then', 'x\n',
print 'after'
print >>sys.stdout, 'to stdout', 5
print
print 7 / 2, -7 / 2, 7 // 2, 7.0 / 2, 7 % 3, 0777, 0xFF, 1e3
print type(5), type(5L), type(2 ** 70), type('a'), type(u'a'), type(2 ** 62 * 4), sys.maxint, sys.maxint + 1, repr(sys.maxint + 1)
try:
    raise ValueError, 'old style'
except ValueError, e:
    print 'caught', e, e.args, e.message
try:
    raise KeyError('a'), None
except (KeyError, IndexError), e:
    print repr(e)
class Old:
    x = 1
    def __init__(self, v): self.v = v
    def m(self): return self.v
    def __cmp__(self, other): return cmp(self.v, other.v)
    def __nonzero__(self): return self.v != 0
    def __len__(self): return 3
    def __getitem__(self, i):
        if i > 2: raise IndexError
        return i * self.v
    def __coerce__(self, other): return None
o = Old(5)
print o.m(), o.x, Old.__name__, isinstance(o, Old), type(o).__name__, type(Old).__name__, o.__class__ is Old
print Old(1) < Old(2), Old(1) == Old(1), sorted([Old(3), Old(1)])[0].v, bool(Old(0)), list(o), len(o)
class New(object):
    __metaclass__ = type
    def __init__(self, (a, b), c=3): self.t = a, b, c
    def next(self): raise StopIteration
    def __iter__(self): return self
    def __div__(self, o): return 'div'
    def __unicode__(self): return u'uni'
    def __hex__(self): return 'hx'
print New((1, 2)).t, list(New((1, 2))), New((1, 2)) / 3, unicode(New((1, 2))), hex(New((1, 2)))
def tup((a, b), c): return a + b + c
print tup((1, 2), 3), (lambda (x, y): x * y)((3, 4))
d = {'a': 1}
print d.has_key('a'), d.keys(), d.items(), d.values(), list(d.iteritems()), d.iterkeys().next()
print map(None, [1, 2], 'ab'), map(lambda x: x + 1, [1, 2]), filter(lambda c: c > 'a', 'abc'), filter(None, (0, 1)), zip([1, 2], [3, 4]), range(3), xrange(3), reduce(lambda a, b: a + b, [1, 2, 3])
print cmp(1, 2), cmp('b', 'a'), unichr(97), repr(unichr(8364)), chr(255) == '\xff', ord(u'\u20ac'), len(u'\u20ac'), len('\xe2\x82\xac'), repr('\xe2')
print u'abc' == 'abc', u'a' + 'b', repr(u'a' + 'b'), 'x%s' % u'y', repr('x%s' % u'y'), u'caf\xe9'.encode('utf-8') == 'caf\xc3\xa9', '\xc3\xa9'.decode('utf-8') == u'\xe9'
exec 'q = 3; r = q * 2'
print q, r
ns = {}
exec 'z = 1' in ns
print ns['z'], sorted(ns.keys())[-1]
def ex():
    exec 'loc = 7'
    return loc
print ex()
print 1 <> 2, None < 0, 'a' > 5, [] > {}, () > [], apply(max, (1, 2)), long(5), int(5L), 5L == 5, hash(5L) == hash(5)
print '%d %s %r' % (5L, 5L, 5L), str(0.1 + 0.2), repr(0.1 + 0.2), str(1e16), str(1.0), 1.1, 100000000000.0 * 10, round(2.5), round(-2.5), round(2.675, 2)
print int('10', 8), long('99'), float('1.5'), str(10L), repr(10L), oct(8), hex(255), hex(255L), abs(-5L)
print isinstance(5L, (int, long)), isinstance('a', basestring), isinstance(u'a', basestring), issubclass(bool, int)
print [x for x in range(3)], x
import string
print string.join(['a', 'b'], '-'), string.uppercase[:3], string.letters[:2]
def g():
    try:
        yield 1
    finally:
        print 'cleanup'
for i in g(): print i
print sorted([3, 'a', None, 2.5, u'b', (1,)])[:3]
class Meth(object):
    def f(self): pass
print Meth.f.im_class is Meth, Meth().f.im_self.__class__ is Meth, Meth.f.im_func.__name__, Meth.f.im_func.func_code.co_varnames
try: Meth.f(5)
except TypeError, e: print e
try: tup()
except TypeError, e: print e
try: tup(1, 2, 3, 4)
except TypeError, e: print e
print 'a,b'.split(','), 'abc'.translate(string.maketrans('a', 'z')), 'abc'.encode('hex'), '616263'.decode('hex'), intern('x') is intern('x')
print "%s" % (u'\xe9',) == u'\xe9', '%c' % 65, '%5.1f|%-6s|' % (3.14159, 'ab')
import operator
print operator.div(7, 2), operator.isCallable if False else 'x', operator.itemgetter(1)('abc'), operator.add(1, 2)
print repr(set([1])), repr(frozenset([2])), set([1, 2]) == set([2, 1])
print globals()['__name__'], '__cmp__' in dir(Old), coerce(1, 2.0), divmod(7, 2), buffer if False else 'b'
try:
    import nosuchmodule
except ImportError, e: print e
try: print undefinedname
except NameError, e: print e
try: [].foo
except AttributeError, e: print e
try: o.foo
except AttributeError, e: print e
try: 5()
except TypeError, e: print e
try: 'a' + 5
except TypeError, e: print e
try: 5 + 'a'
except TypeError, e: print e
try: a, b = 1, 2, 3
except ValueError, e: print e
try: a, b = 1,
except ValueError, e: print e
