# Overrides that are called with different types, also directly: what a call through the base passes is converted for each of them.
class B(object):
    def m(self, t): return t[0]
    def s(self, c): return ord(c)
    def u(self, c): return c
    def b(self, x):
        if x: return 1
        return 2
    def bt(self, t):
        if t[1]: return t[0]
        return 'no'

class D(B):
    def m(self, t): return len(t[1])
    def s(self, c): return len(c)
    def u(self, c): return c + c
    def b(self, x): return x + 10
    def bt(self, t): return str(t[1] + 100)

def entry_point(argv):
    n = len(argv)
    print(str(B().m((n, 'b'))))
    print(str(D().m((n, ''))))
    print(str(B().s('b')))
    print(str(D().s('abc')))
    print(B().u('x'))
    print(D().u('xyz'))
    print(str(B().b(n == 1)))
    print(str(D().b(n + 3)))
    print(B().bt(('s', n == 1)))
    print(D().bt(('t', n + 5)))
    for o in [B(), D()]:
        print(str(o.m((n, 'c'))))
        print(str(o.s('d')))
        print(o.u('e'))
        print(str(o.b(n == 1)))
        print(o.bt(('q', n != 1)))
    return 0

def target(*args):
    return entry_point, None

if __name__ == '__main__':
    import sys
    entry_point(sys.argv)
