# Operators, properties and other special methods raise to handlers in the same function; a bad index and None in a callee to those in a caller.
class MyErr(Exception):
    pass
class V(object):
    def __init__(self, n):
        self.n = n
    def __add__(self, o):
        if o.n == 3:
            raise MyErr()
        return V(self.n + o.n)
    @property
    def p(self):
        if self.n == 2:
            raise MyErr()
        return self.n
    def __len__(self):
        if self.n == 2: raise MyErr()
        return 5
    def __getitem__(self, i):
        if i == 2: raise MyErr()
        return 7
class N(object):
    def __init__(self):
        self.next = None
        self.k = 5
    def hi(self):
        return 42
def get(l, i):
    return l[i]
def run(f, n):
    return f(n)
def chain(n, i):
    while i:
        n = n.next
        i -= 1
    return n.hi()
def main(n):
    try:
        print((V(1) + V(n)).n)
    except MyErr:
        print("add MyErr")
    try:
        print(V(n).p)
    except MyErr:
        print("p MyErr")
    try:
        print(len(V(n)))
    except MyErr:
        print("len MyErr")
    try:
        print(V(1)[n])
    except MyErr:
        print("item MyErr")
    try:
        print(get([1, 2, 3], n))
    except IndexError:
        print("IndexError")
    a = N(); a.next = N()
    try:
        print(chain(a, n))
    except AttributeError:
        print("AttributeError")
    b = a
    for i in range(n):
        try:
            b = b.next
        except AttributeError:
            print("local AttributeError")
    try:
        print(b.k)
    except AttributeError:
        print("local AttributeError 2")
def entry_point(argv):
    for i in range(5):
        main(i)
    return 0
