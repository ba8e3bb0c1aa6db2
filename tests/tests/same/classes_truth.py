# The truth of instances: `__len__` of the class or of some subclasses only, and None.
class L(object):
    def __init__(self, n): self.n = n
    def __len__(self): return self.n

class P(object):
    pass

class Q(P):
    def __len__(self): return 0

class Failed(Exception):
    def __init__(self, msg):
        Exception.__init__(self, msg)
        self.msg = msg

def get(i): return None if i == 0 else L(i - 1)

def entry_point(argv):
    for i in range(3):
        if get(i): print("T")
        else: print("F")
    for p in [P(), Q()]:
        print("T" if p else "F")
    try:
        if len(argv) > 0: raise Failed("x")
    except Failed as e:
        print(e.msg)
    return 0

def target(*args):
    return entry_point, None
