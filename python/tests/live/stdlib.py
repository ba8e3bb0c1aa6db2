import itertools, functools, collections, string, copy, io, contextlib, bisect, heapq, textwrap, operator, struct, os, sys, types, weakref, abc, inspect
print(list(itertools.islice(itertools.count(5, 2), 3)), list(itertools.chain('ab', [1])), list(itertools.chain.from_iterable([[1], [2]])), list(itertools.repeat('x', 2)), list(itertools.takewhile(lambda x: x < 3, [1, 2, 3, 1])), list(itertools.dropwhile(lambda x: x < 3, [1, 2, 3, 1])))
print(list(itertools.product('ab', [1, 2])), list(itertools.permutations([1, 2, 3], 2)), list(itertools.combinations('abc', 2)), [(k, list(g)) for k, g in itertools.groupby('aabbb')], list(itertools.zip_longest('ab', 'c', fillvalue='-')), list(itertools.accumulate([1, 2, 3])), list(itertools.starmap(pow, [(2, 3)])), list(itertools.islice('abcdef', 1, None, 2)), list(itertools.compress('abc', [1, 0, 1])))
print(functools.reduce(lambda a, b: a * b, [1, 2, 3, 4]), functools.partial(int, base=2)('101'), sorted([3, 1, 2], key=functools.cmp_to_key(lambda a, b: b - a)))
@functools.lru_cache(maxsize=None)
def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)
print(fib(50), fib.__name__)
@functools.wraps(fib)
def w(): pass
print(w.__name__)
P = collections.namedtuple('P', 'x y')
p = P(1, y=2); print(p, p.x, p[1], p._replace(x=9), tuple(p), p == (1, 2), P._fields, P._make([3, 4]), p._asdict() == {'x': 1, 'y': 2}, isinstance(p, tuple))
od = collections.OrderedDict([('b', 1), ('a', 2)]); od['c'] = 3; od.move_to_end('b'); print(list(od), od.popitem(last=False), list(od.items()))
dd = collections.defaultdict(int); dd['a'] += 1; print(dd['a'], dd['zz'], sorted(dd))
c = collections.Counter('abracadabra'); print(c.most_common(2), c['z'], sum(c.values()))
q = collections.deque([1, 2, 3], maxlen=3); q.append(4); q.appendleft(0); q.rotate(1); print(q, q[0], len(q), list(reversed(q)))
a = [1, [2, 3]]; b = copy.copy(a); d = copy.deepcopy(a); a[1].append(4); print(b, d)
class O(object):
    def __init__(self): self.l = [1]
o = O(); o2 = copy.deepcopy(o); o.l.append(2); print(o2.l, copy.copy(o).l is o.l)
f = io.StringIO(); f.write('line1\nline2\n'); f.seek(0); print(f.readline(), f.read(), f.getvalue())
@contextlib.contextmanager
def cm(x):
    print('enter', x)
    try: yield x * 2
    except ValueError as e: print('handled', e)
    finally: print('leave')
with cm(3) as v: print(v)
with cm(4): raise ValueError('boo')
l = [1, 3, 5]; bisect.insort(l, 4); print(l, bisect.bisect(l, 3), bisect.bisect_left(l, 3))
h = []
for x in [5, 1, 4, 2]: heapq.heappush(h, x)
print([heapq.heappop(h) for _ in range(4)], heapq.nlargest(2, [1, 5, 3]))
print(textwrap.dedent('  a\n    b\n  c'), operator.itemgetter(1, 0)('ab'), operator.attrgetter('x')(p), operator.methodcaller('upper')('a'))
print(struct.pack('<bBhHiIqQ', -1, 255, -2, 65535, -3, 4294967295, -4, 5) == b'\xff\xff\xfe\xff\xff\xff\xfd\xff\xff\xff\xff\xff\xff\xff\xfc\xff\xff\xff\xff\xff\xff\xff\x05\x00\x00\x00\x00\x00\x00\x00', struct.unpack('>HI', b'\x01\x02\x00\x00\x00\x07'), struct.calcsize('bi'), struct.calcsize('<bi'), struct.unpack('<d', struct.pack('<d', 1.5)), struct.unpack('f', struct.pack('f', 0.5)))
try: struct.pack('B', 256)
except struct.error: print('struct.error')
print(os.path.join('a', '/b', 'c'), os.path.basename('/x/y.z'), os.path.dirname('/x/y.z'), os.path.normpath('a/../b//c/.'), os.path.splitext('a.b/c'), os.path.exists('/nonexistent'), os.path.isabs('/x'), os.path.relpath('/a/b', '/a/c'))
try: open('/nonexistent/file')
except OSError as e: print(type(e).__name__, e.errno, e)
path = '/tmp/.live_test_file'
with open(path, 'w') as fh: print(fh.write('one\ntwo\n'))
with open(path) as fh: print([x for x in fh], fh.name == path)
with open(path, 'a') as fh: fh.write('three')
fh = open(path); print(fh.read(5), fh.readline(), fh.readlines(), fh.read()); fh.close(); print(fh.closed)
fd = os.open(path, os.O_RDONLY); print(os.read(fd, 3) == b'one', os.fstat(fd).st_size); os.close(fd); os.remove(path); print(os.path.exists(path))
class Ab(abc.ABC):
    @abc.abstractmethod
    def m(self): pass
try: Ab()
except TypeError as e: print('abstract')
class Im(Ab):
    def m(self): return 'im'
print(Im().m())
class WR(object): pass
wr = WR(); r = weakref.ref(wr); print(r() is wr); del wr; print(r())
def sig(a, b=1, *c, d=2, **e): pass
print(inspect.getfullargspec(sig).args, inspect.isfunction(sig), isinstance(sig, types.FunctionType), inspect.isclass(WR))
print(string.ascii_lowercase[:3], string.digits, sys.maxsize, sys.byteorder, sys.argv[1:])
import random
random.seed(7); a = [random.random() for _ in range(3)]; random.seed(7); print(a == [random.random() for _ in range(3)], 0 <= random.randrange(10) < 10, random.choice('a'))
random.seed(42); print(random.random(), random.getrandbits(70), random.randrange(1000), random.randint(1, 6), random.uniform(0, 1))
