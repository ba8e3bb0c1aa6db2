# entry: entry(argv)
class A(object):
    def __init__(self, x):
        self.x = x
    def go(self):
        return 1

class B(object):
    pass

class C(object):
    _attrs_ = ['a']
    def __init__(self):
        self.a = 1

def pick(n):
    if n:
        return A(1)
    return B()

def call(f):
    return f(1)

def entry(argv):
    a = A()
    a = A(1)
    a.x = 'abc'
    n = a.gone()
    pick(n)
    c = C()
    c.b = 3
    d = {1: 2}
    d['x'] = 3
    n = None
    n.foo = 3
    d.sort()
    x = 1 < 'a'
    for i in {1, 2}:
        pass
    return 0

#| error[E0304]: this operation always raises an exception
#|   --> FILE:37:9
#|    |
#| 37 |     x = 1 < 'a'
#|    |         ^^^^^^^ TypeError: '<' not supported between instances of 'int' and 'str', for `lt(1, 'a')`
