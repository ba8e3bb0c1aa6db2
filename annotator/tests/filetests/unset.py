# entry: entry(argv)
# show: none
# warnings: yes
class Partly(object):
    def __init__(self, n):
        self.always = n
        if n > 3:
            self.sometimes = n
    def later(self, n):
        self.scratch = n
        return self.twice()
    def twice(self):
        return self.scratch * 2

class InHelper(object):
    def __init__(self):
        self.reset()
    def reset(self):
        self.pos = 0

class Base(object):
    default = 7
    def __init__(self):
        self.a = 1

class Derived(Base):
    def __init__(self):
        Base.__init__(self)
        self.b = self.a

class Forgets(Base):
    def __init__(self):
        self.c = 2

class Factory(object):
    pass

def make(n):
    f = Factory()
    f.x = n
    if n > 1:
        f.y = n
    return f

class Linked(object):
    def __init__(self, v):
        self.v = v

def link(items):
    for i in range(1, len(items)):
        items[i].prev = items[i - 1]

def total(b):
    return b.a + b.default

class Raises(object):
    def __init__(self, n):
        if n < 0:
            raise ValueError
        self.n = n

class Failure(Exception):
    def __init__(self, n):
        if n > 5:
            self.code = n

def fail(n):
    if n > 3:
        raise Failure(n)
    return n

def caught(n):
    try:
        return fail(n)
    except Failure as e:
        return e.code

def entry(argv):
    n = len(argv)
    p = Partly(n)
    h = InHelper()
    d = Derived()
    f = make(n)
    items = [Linked(1), Linked(2)]
    link(items)
    t = p.always + p.sometimes + p.later(n) + h.pos
    t += d.a + d.b + total(d) + total(Forgets())
    t += f.x + f.y
    t += items[1].prev.v
    return t + Raises(n).n + caught(n)

#| warning[W0451]: `a` is read of an instance of `Forgets`, which has none
#|   --> FILE:54:12
#|    |
#| 31 | class Forgets(Base):
#|    |       ------- `Forgets` is a `Base`
#| ...
#| 54 |     return b.a + b.default
#|    |            ^^^ only `Derived` defines it
#|    |
#|    = help: test with isinstance() first, or give the base class a default
#|
#| warning[W0454]: `code` of `Failure` may be read before it is set
#|   --> FILE:76:16
#|    |
#| 69 |         raise Failure(n)
#|    |               ---------- an object that does not have it yet is made here
#| ...
#| 76 |         return e.code
#|    |                ^^^^^^ translated code reads zero or None then; Python raises AttributeError
#|    |
#|    = help: set it in `__init__` on all ways, or give the class a default, `code = ...`; `genext build --check` tests it
#|
#| warning[W0454]: `sometimes` of `Partly` may be read before it is set
#|   --> FILE:86:20
#|    |
#| 80 |     p = Partly(n)
#|    |         --------- an object that does not have it yet is made here
#| ...
#| 86 |     t = p.always + p.sometimes + p.later(n) + h.pos
#|    |                    ^^^^^^^^^^^ translated code reads zero or None then; Python raises AttributeError
#|    |
#|    = help: set it in `__init__` on all ways, or give the class a default, `sometimes = ...`; `genext build --check` tests it
#|
#| warning[W0454]: `y` of `Factory` may be read before it is set
#|   --> FILE:88:16
#|    |
#| 39 |     f = Factory()
#|    |         --------- an object that does not have it yet is made here
#| ...
#| 88 |     t += f.x + f.y
#|    |                ^^^ translated code reads zero or None then; Python raises AttributeError
#|    |
#|    = help: set it in `__init__` on all ways, or give the class a default, `y = ...`; `genext build --check` tests it
