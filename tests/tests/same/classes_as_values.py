# The class of an object as a value: joins None and other classes, is compared, named, instantiated, tested against.
class P(object):
    k = 1
    def __init__(self): self.n = 0
class Q(P):
    k = 2
class R(Q):
    pass
class Empty(object):
    pass
class Sub(Empty):
    def __init__(self):
        Empty.__init__(self)
        self.y = 1
class Sub2(Empty):
    def __init__(self):
        super(Sub2, self).__init__()
        self.y = 2

def same(a, b): return a.__class__ is b.__class__
def below(a, b): return isinstance(a, b.__class__)

def entry_point(argv):
    c = None
    for p in [P(), Q(), R()]:
        if c is None: print("none")
        elif c is P: print("P")
        else: print(c.__name__)
        c = p.__class__
        print(p.__class__.k)
        print(p.__class__().n)
    g = None
    if len(argv) > 0: g = Q
    if g is not None:
        h = g if len(argv) > 0 else P
        print(h.__name__)
    objects = [P(), Q(), R()]
    for a in objects:
        for b in objects:
            print("%d%d" % (same(a, b), below(a, b)))
    r = R()
    print(same(r, objects[2]))
    print(Sub().y + Sub2().y)
    return 0

def target(*args):
    return entry_point, None
