# entry: f(int)
class W_Root(object):
    name = 'root'
    def value(self):
        raise NotImplementedError
    def describe(self):
        return self.name

class W_Int(W_Root):
    name = 'int'
    def __init__(self, n):
        self.n = n
    def value(self):
        return self.n

class W_Pair(W_Root):
    def __init__(self, a, b):
        self.a = a
        self.b = b
    def value(self):
        return self.a.value() + self.b.value()

PREBUILT = W_Pair(W_Int(3), W_Int(4))

def f(n):
    w = W_Pair(W_Int(n), PREBUILT)
    if isinstance(w.a, W_Int):
        n += w.a.n
    return w.value() + len(w.describe())
