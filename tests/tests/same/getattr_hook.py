# Attributes that `__getattr__` makes.
# args: a b
class A(object):
    def __getattr__(self, name):
        if name == "x":
            return 5
        return 6
class C(object):
    def __getattr__(self, name):
        return len(name)
class D(C):
    pass
def entry_point(argv):
    print(A().x + A().y)
    c = C()
    if len(argv) > 1:
        c = D()
    print(c.foo)
    print(c.foobar)
    return 0
def target(*args):
    return entry_point, None
