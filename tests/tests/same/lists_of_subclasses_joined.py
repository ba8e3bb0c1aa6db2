# Lists of instances of subclasses are joined with lists of their base class.
class A(object):
    def __init__(self, n): self.n = n
class B(A):
    pass
class C(A):
    pass
def entry_point(argv):
    n = len(argv)
    l = [A(i) for i in range(n + 2)]
    m = [B(7)] + l
    m += [C(1), C(n)]
    k = [B(3)] + [C(4)]
    s = 0
    for x in m + k:
        s = s * 10 + x.n
    print(s)
    e = [B(1) for i in range(n - 1)] + l
    print(len(e))
    return 0
def target(*args): return entry_point, None
