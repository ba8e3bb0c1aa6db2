# entry: entry(argv)
class A(object):
    def __init__(self, x):
        self.x = x
    def go(self):
        return 1

class B(object):
    pass

class C(object):
    _attrs_ = ['a']
    def __init__(self):
        self.a = 1

def pick(n):
    if n:
        return A(1)
    return B()

def call(f):
    return f(1)

def entry(argv):
    a = A()
    a = A(1)
    a.x = 'abc'
    n = a.gone()
    pick(n)
    c = C()
    c.b = 3
    d = {1: 2}
    d['x'] = 3
    n = None
    n.foo = 3
    d.sort()
    x = 1 < 'a'
    for i in {1, 2}:
        pass
    return 0

#| error[E0403]: missing argument `x`
#|   --> FILE:25:9
#|    |
#|  3 |     def __init__(self, x):
#|    |         -------- the function is `errors_classes.A.__init__(self, x)`
#| ...
#| 25 |     a = A()
#|    |         ^^^ in this call
#|    |
#|    = help: pass it, or give the parameter a default
#|
#| error[E0411]: values of attribute `x` of class `A` do not go together: the integer 1 and a string meet
#|   --> FILE:27:5
#|    |
#|  4 |         self.x = x
#|    |         ------ the integer 1 was put in here
#| ...
#| 27 |     a.x = 'abc'
#|    |     ^^^ a string is put in here
#|    |
#|    = help: an attribute is of one type in a class and all its subclasses: use two attributes
#|
#| error[E0451]: instances of `A` have no attribute `gone`
#|   --> FILE:28:9
#|    |
#|  2 | class A(object):
#|    |       - class `A`
#| ...
#| 28 |     n = a.gone()
#|    |         ^^^^^^ nothing sets it
#|    |
#|    = help: set it in `__init__`, or give the class a default of the attribute's type
#|
#| error[E0433]: attribute `b` may not be set on instances of `C`
#|   --> FILE:31:5
#|    |
#| 11 | class C(object):
#|    |       - this class declares its attributes with `_attrs_` or `__slots__`
#| ...
#| 31 |     c.b = 3
#|    |     ^^^
#|    |
#|    = help: add `b` to the declaration
#|
#| error[E0411]: dictionary keys do not go together: the integer 1 and a character meet
#|   --> FILE:33:5
#|    |
#| 32 |     d = {1: 2}
#|    |         ------ the integer 1 was put in here
#| 33 |     d['x'] = 3
#|    |     ^^^^^^ a character is put in here
#|    |
#|    = help: the keys of a dictionary are of one type
#|
#| warning[W0450]: attribute `foo` of None is set
#|   --> FILE:35:5
#|    |
#| 35 |     n.foo = 3
#|    |     ^^^^^ this is always None here
#|
#| error[E0304]: this operation always raises an exception
#|   --> FILE:37:9
#|    |
#| 37 |     x = 1 < 'a'
#|    |         ^^^^^^^ TypeError: '<' not supported between instances of 'int' and 'str', for `lt(1, 'a')`
#|
#| error[E0303]: a set is not RPython
#|   --> FILE:38:14
#|    |
#| 38 |     for i in {1, 2}:
#|    |              ^^^^^^
#|    |
#|    = help: use a dict with None values
