# E0432, 2: a `@staticmethod` without `cls`
class Shape(object):
    def __init__(self, n):
        self.n = n

    @classmethod
    def square(cls):
        return cls(4)

def entry_point(argv):
    s = Shape.square()
    print(s.n)
    return 0
