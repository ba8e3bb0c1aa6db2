# What only adds up booleans that nothing reads is gone before annotation: classes that it alone names are never made.


class Base(object):
    def get(self):
        raise NotImplementedError


class A(Base):
    def __init__(self):
        self.x = 1

    def get(self):
        return self.x


class Never(Base):
    """The attribute is set by a method that nobody calls."""
    def __init__(self, p):
        raise NotImplementedError

    def init(self, p):
        self.bound = False

    def get(self):
        if self.bound:
            return 3
        return 2


class Loud(object):
    def __init__(self):
        self.calls = 0

    def __or__(self, other):
        self.calls += 1
        return self


class Other(object):
    pass


def once(a):
    t = False
    t = t | isinstance(a, Never)
    return a.get()


def in_a_loop(items):
    t = False
    u = True
    total = 0
    for a in items:
        t = t | isinstance(a, Never)
        if a.get() > 5:
            u = u & (a is None)
            t = False
        else:
            t = t ^ u
        total += a.get()
    return total


def used(a, b):
    t = False
    t = t | isinstance(a, A)
    t = t ^ (a is b)
    return t


def with_effect(loud, a):
    """The method is called although nothing reads what it returns."""
    t = loud | isinstance(a, A)
    t = t | isinstance(a, A)
    return loud.calls


def main(argv):
    a = A()
    b = Base()
    if len(argv) > 3:
        a = b
    print(once(a))
    print(in_a_loop([a, a, a]))
    print(int(used(a, a)), int(used(a, A())), int(used(b, a)))
    print(with_effect(Loud(), a))
    return 0


def target(*args):
    return main
