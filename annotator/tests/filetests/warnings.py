# entry: entry(argv)
# show: none
# warnings: yes
class Shape(object):
    pass

class Circle(Shape):
    def __init__(self, r):
        self.r = r
    def area(self):
        return self.r * 3

class Square(Shape):
    name = 'square'
    def __init__(self, a):
        self.a = a
    def area(self):
        return self.a * self.a

PREBUILT = [4, 5]

def area(s):
    return s.area()

def radius(s):
    return s.r

def only_circles(s):
    if isinstance(s, Circle):
        return s.r
    return 0

def pair(n):
    if n:
        l = [1, 2, 3]
    else:
        l = [n]
    return l[1]

def third(s):
    return s[2]

def guarded(l):
    try:
        return l[7]
    except IndexError:
        return -1

def entry(argv):
    n = len(argv)
    s = Shape()
    if n > 1:
        s = Circle(n)
    elif n > 2:
        s = Square(n)
    t = area(s) + radius(s) + only_circles(s) + pair(n)
    w = None
    w.missing = 3
    return t + PREBUILT[2] + PREBUILT[-2] + guarded(PREBUILT) + ord(third("ab"))

#| warning[W0451]: `area` is read of an instance of `Shape`, which has none
#|   --> FILE:23:12
#|    |
#|  4 | class Shape(object):
#|    |       ----- class `Shape`
#| ...
#| 23 |     return s.area()
#|    |            ^^^^^^ only `Circle`, `Square` define it
#|    |
#|    = help: test with isinstance() first, or give the base class a default
#|
#| warning[W0451]: `r` is read of an instance of `Shape`, `Square`, which have none
#|   --> FILE:26:12
#|    |
#|  4 | class Shape(object):
#|    |       ----- class `Shape`
#| ...
#| 26 |     return s.r
#|    |            ^^^ only `Circle` defines it
#|    |
#|    = help: test with isinstance() first, or give the base class a default
#|
#| warning[W0452]: index 1 of a list that may have only 1 item
#|   --> FILE:38:12
#|    |
#| 37 |         l = [n]
#|    |             --- a list of this kind is made here
#| 38 |     return l[1]
#|    |            ^^^^ out of range
#|    |
#|    = help: the function does not catch the IndexError that this raises
#|
#| warning[W0452]: index 2 of a string that may have only 2 items
#|   --> FILE:41:12
#|    |
#| 41 |     return s[2]
#|    |            ^^^^ out of range
#|    |
#|    = help: the function does not catch the IndexError that this raises
#|
#| warning[W0450]: attribute `missing` of None is set
#|   --> FILE:58:5
#|    |
#| 58 |     w.missing = 3
#|    |     ^^^^^^^^^ this is always None here
#|
#| warning[W0452]: index 2 of a list that may have only 2 items
#|   --> FILE:59:16
#|    |
#| 59 |     return t + PREBUILT[2] + PREBUILT[-2] + guarded(PREBUILT) + ord(third("ab"))
#|    |                ^^^^^^^^^^^ out of range
#|    |
#|    = help: the function does not catch the IndexError that this raises
