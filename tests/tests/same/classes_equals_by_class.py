# Tests of the receiver's own class in methods that subclasses override or inherit.
class R(object):
    def equals(self, o):
        return isinstance(o, self.__class__)
class Token(R):
    def __init__(self, v): self.v = v
    def equals(self, o):
        return isinstance(o, self.__class__) and self.v == o.v
class I(R):
    def __init__(self, v): self.v = v
class P(I):
    def equals(self, o):
        return isinstance(o, self.__class__) and self.v == o.v
class Q(I):
    def equals(self, o):
        return isinstance(o, self.__class__) and self.v != o.v
def entry_point(argv):
    l = [R(), Token(1), Token(2), I(3), P(3), P(4), Q(3)]
    for a in l:
        s = ""
        for b in l:
            s += "1" if a.equals(b) else "0"
        print(s)
    return 0
def target(*args): return entry_point, None
