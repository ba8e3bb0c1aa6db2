# A context manager that suppresses exceptions, and one that never does; what the block would have assigned is unbound.
class M(object):
    def __init__(self, s):
        self.s = s
    def __enter__(self):
        return self
    def __exit__(self, a, b, c):
        return self.s
class Q(object):
    def __enter__(self):
        return self
    def __exit__(self, a, b, c):
        pass
def get(l, i):
    return l[i]
def f(i, s):
    with M(s) as m:
        x = get([1, 2], i)
    return x
def g(i):
    with Q():
        x = get([1, 2], i)
    return x
def h(n):
    t = 0
    for i in range(n):
        with M(i != 3):
            y = get([1, 2, 3], i)
            t += y
        if i < 3:
            t += y * 10
    return t
def entry_point(argv):
    for i in range(3):
        for s in [True, False]:
            try:
                print(f(i, s))
            except IndexError:
                print("IndexError")
            except NameError:
                print("NameError")
        try:
            print(g(i))
        except IndexError:
            print("IndexError")
    print(h(3))
    for n in [4, 5]:
        try:
            print(h(n))
        except IndexError:
            print("IndexError")
    return 0
