# Overrides in some of the subclasses only, at several depths, with and without super calls; methods in fields and variables.
class Obj(object):
    def name(self): return "Obj"
class Str(Obj): pass
class Int(Obj):
    def name(self): return "Int"
class Bool(Int):
    def name(self): return "Bool"
# A method that is called as a function by a subclass, and called through a slot below.
class C0(object):
    def idn(self): return 0
    def m(self): return self.idn() + 100
    def n(self, k=5): return k + 1
class C1(C0):
    def n(self, k): return C0.n(self, k) * 3 + 1
class C2(C1):
    def m(self): return self.n(4) + 2
class C3(C0):
    def m(self): return 22
    def n(self, k=5): return k + 22
class C4(C2):
    def idn(self): return 4
    def n(self, k=5): return k + 29

def n_of(o): return o.n(4)
def call(f): return f()
def call2(f): return f()
def m_of(o): return call(o.m)

# A chain of super calls, and a bound method in a field.
class D0(object):
    def idn(self): return 0
    def m(self): return self.idn() + 100
    def n(self): return self.idn() + 100
class D1(D0):
    def idn(self): return 1
    def m(self): return self.n() + 1
    def n(self): return D0.n(self) * 3 + 1
class D2(D1):
    def idn(self): return 2
    def m(self): return super(D2, self).m() * 3 + 2
    def n(self): return super(D2, self).n() * 3 + 2
class Held(object):
    def __init__(self, f): self.f = f
    def run(self): return self.f()
def held(o): return Held(o.m).run()

def entry_point(argv):
    for o in [Obj(), Str(), Int(), Bool()]:
        print(o.name())
    print(Int().name())
    print(n_of(C3()))
    for o in [C3(), C4(), C2(), C0(), C1()]:
        print(m_of(o))
    for o in [C1(), C2(), C4()]:
        print(o.m())
    print(call2(D1().m))
    for o in [D2(), D0(), D1()]:
        print(held(o))
    return 0

def target(*args):
    return entry_point, None
