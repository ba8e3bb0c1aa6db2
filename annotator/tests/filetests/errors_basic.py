# entry: entry(argv)
def f(x):
    return x.foo

def g(x, y):
    return x + y

def opt(n):
    r = None
    if n:
        r = 12
    return r

class A(object):
    def __init__(self):
        self.value = 1

def entry(argv):
    l = [1, 2]
    l.append('a')
    n = len(argv)
    f(n)
    g(n)
    opt(n)
    len(n)
    n()
    l.appendd(3)
    a = A()
    a.valu
    return 0
