# The words of errors. Each line is evaluated; CPython 3.11 says what must be printed.
class A:
    def __init__(self, x): self.x = x
    def m(self, y, *, k=1): return y
a = A(1)
for e in ['None + 1', '"a" * "b"', '[1] + (2,)', '-"a"', '{} + 1', 'a.nope', '(1).nope', 'A.nope', 'A()', 'A(1, 2)', 'A(y=1)', 'a.m()', 'a.m(1, 2)', 'a.m(1, 2, k=3)', 'a.m(1, y=2)', 'a.m(1, z=2)', 'len(5)', 'int("a")', '{}["k"]', '[1][1]', '(1,)[1]', '""[0]', 'float("x")', 'iter(1)', 'a[0]', 'a()', '1()', '"%d" % "x"', '"%s%s" % 1', '"%s" % (1, 2)', 'abs("a")', 'sum(["a"])', 'max([])', '5 in 5', '"".join([1])', 'dict([(1,2,3)])', 'set([[]])', 'hash({})', 'sorted(5)', '[3, "a"].sort()', 'reversed(5)', '2 ** "a"', '1 // 0', '1.0 // 0', '1 / 0', '1 << -1', '[1].index(9)', '[].pop()', '"%(a)s" % 5', '"{a}".format()', '(lambda x: x)()', '(lambda: 0)(1)', '(lambda x, y=1: 0)(1, 2, 3)', '(lambda *, k: 0)()', '(lambda a, b, c: 0)()', '(lambda x: 0)(1, x=2)', '__import__("nope")', 'undefined', '1 < "a"', 'isinstance(1, 2)', 'next(iter([]))', 'b"\\xff".decode("utf-8")']:
    try: print('no error:', e, eval(e))
    except Exception as x: print('%-28s %s: %s' % (e, type(x).__name__, x))
def unpack(v):
    try: p, q = v
    except Exception as x: print(type(x).__name__, x)
for v in [(1,), (1, 2, 3), 5, 'abc']: unpack(v)
