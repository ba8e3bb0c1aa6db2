# An attribute that some classes define and others make by `__getattr__`.
# refused: E0451
class A(object):
    def __getattr__(self, name):
        return 5

class B(A):
    def __init__(self): self.x = 1

def get(o):
    return o.x

def entry_point(argv):
    for o in [A(), B()]:
        print(str(get(o)))
    return 0

def target(*args):
    return entry_point, None
