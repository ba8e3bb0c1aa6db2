# refused: E0604
# A method that takes integers, and an override of it that takes floats.
class Base(object):
    def m(self, t):
        return t


class Sub(Base):
    def m(self, t):
        return t * 2


def call(b, n):
    return b.m(n)


def entry_point(argv):
    n = len(argv)
    b = Base()
    print(b.m(n))
    d = Sub()
    print(d.m(n * 1.5))
    for x in [b, d]:
        print(call(x, n))
    return 0
