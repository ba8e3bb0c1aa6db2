# What only a subclass has, used through the base: the class is tested before it is used.
# warned: W0451
# exit: 1
# stderr: AttributeError
class B(object):
    pass

class C(B):
    def __init__(self): self.x = 5
    def m(self, y): return self.x + y

class D(B):
    def __init__(self):
        self.z = "abc"
        self.w = 1

class E(C):
    pass

def call(o): return o.m(3)
def get(o): return o.x

def entry_point(argv):
    for o in [C(), E()]:
        print(call(o))
        print(get(o))
    for o in [C(), D(), E()]:
        print(get(o) if isinstance(o, C) else 0)
    for o in [E(), D()]:
        print(call(o))
    return 0

def target(*args):
    return entry_point, None
