# Properties are looked up by the object's class: overridden, inherited, with setters, through mix-ins.
class O(object):
    def __init__(self): self.v = 1
    @property
    def is_a(self): return False
    def get(self): return self.v
    def put(self, x): self.v = x
    size = property(get, put)

class A(O):
    @property
    def is_a(self): return True

class B(O):
    def get2(self): return self.v * 10
    def put2(self, x): self.v = x + 1
    size = property(get2, put2)

class C(B):
    @property
    def is_a(self): return self.v > 2

class Named(object):
    _mixin_ = True
    @property
    def label(self): return "mixed"

class D(Named, A):
    pass

class E(Named, A):
    @property
    def label(self): return "own"

def show(o):
    o.size = o.size + 1
    print("1" if o.is_a else "0")
    print(o.size)

def label(o): return o.label

def entry_point(argv):
    for o in [O(), A(), B(), C(), D()]:
        show(o)
    print(label(D()))
    print(label(E()))
    return 0

def target(*args):
    return entry_point, None
