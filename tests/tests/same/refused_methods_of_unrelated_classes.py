# refused: E0605
class A(object):
    def m(self, t):
        return t


class X(object):
    def m(self, t):
        return t + 1


def entry_point(argv):
    n = len(argv)
    a = A()
    x = X()
    if n > 1:
        f = a.m
    else:
        f = x.m
    print(f(n))
    return 0
