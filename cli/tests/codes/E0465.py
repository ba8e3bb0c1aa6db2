class Point(object):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)


class Meta(type):
    def __call__(cls):
        return None


Made = Meta('Made', (object,), {})


class Descriptor(object):
    def __get__(self, instance, owner):
        return 5

    def __set__(self, instance, value):
        pass


class Number(object):
    attribute = Descriptor()

    def __init__(self, n):
        self.n = n

    def __format__(self, spec):
        return spec

    def __lt__(self, other):
        return self.n < other.n

    def __gt__(self, other):
        return self.n > other.n

    def __add__(self, other):
        return self.n + other.n


class Middle(Number):
    def __radd__(self, other):
        return 0


class Low(Middle):
    pass


class Truth(object):
    def __bool__(self):
        return False


class Length(object):
    def __len__(self):
        return 0


class Both(Length):
    def __bool__(self):
        return True


class Shorter(Length):
    pass


def entry_point(argv):
    p = Point()
    p.x = len(argv)
    Made()
    a = Number(len(argv))
    a.attribute = 3
    print(a.attribute)
    print(Number.attribute)
    print(f"{a} {a:>8}")
    print(a < Low(1))
    print(bool(Truth()), bool(Length() if a.n < 9 else Both()), bool(Shorter()))
    return a + Low(2)

#| error[E0465]: `__setattr__` of an instance of class `Point` is never called in translated code
#|   --> FILE:71:5
#|    |
#|  2 |     def __setattr__(self, name, value):
#|    |         ----------- the method
#| ...
#| 71 |     p.x = len(argv)
#|    |     ^^^ untranslated it is, here
#|    |
#|    = help: call a method with a name of its own
#|
#| error[E0465]: `__call__` of the metaclass `Meta` is never called in translated code
#|   --> FILE:72:5
#|    |
#|  7 |     def __call__(cls):
#|    |         -------- the method
#| ...
#| 72 |     Made()
#|    |     ^^^^^^ untranslated it is, here
#|    |
#|    = help: make the object by a function, or in `__init__`
#|
#| error[E0465]: `__set__` of an instance of class `Descriptor` is never called in translated code
#|   --> FILE:74:5
#|    |
#| 18 |     def __set__(self, instance, value):
#|    |         ------- the method
#| ...
#| 74 |     a.attribute = 3
#|    |     ^^^^^^^^^^^ untranslated the attribute `attribute` calls it, here
#|    |
#|    = help: use a property, or call a method with a name of its own
#|
#| error[E0465]: `__get__` of an instance of class `Descriptor` is never called in translated code
#|   --> FILE:75:11
#|    |
#| 15 |     def __get__(self, instance, owner):
#|    |         ------- the method
#| ...
#| 75 |     print(a.attribute)
#|    |           ^^^^^^^^^^^ untranslated the attribute `attribute` calls it, here
#|    |
#|    = help: use a property, or call a method with a name of its own
#|
#| error[E0465]: `__format__` of an instance of class `Number` is never called in translated code
#|   --> FILE:77:13
#|    |
#| 28 |     def __format__(self, spec):
#|    |         ---------- the method
#| ...
#| 77 |     print(f"{a} {a:>8}")
#|    |             ^^^ untranslated it is, here
#|    |
#|    = help: call a method with a name of its own
#|
#| error[E0465]: `__format__` of an instance of class `Number` is never called in translated code
#|   --> FILE:77:17
#|    |
#| 28 |     def __format__(self, spec):
#|    |         ---------- the method
#| ...
#| 77 |     print(f"{a} {a:>8}")
#|    |                 ^^^^^^ untranslated it is, here
#|    |
#|    = help: call a method with a name of its own
#|
#| error[E0465]: `__gt__` of an instance of class `Number` is never called in translated code
#|   --> FILE:78:11
#|    |
#| 34 |     def __gt__(self, other):
#|    |         ------ the method
#| ...
#| 78 |     print(a < Low(1))
#|    |           ^^^^^^^^^^ untranslated it is, here, since the right operand may be of a class below that of the left one
#|    |
#|    = help: call a method with a name of its own
#|
#| error[E0465]: `__len__` of Length is never called in translated code
#|   --> FILE:79:26
#|    |
#| 56 |     def __len__(self):
#|    |         ------- the method
#| ...
#| 79 |     print(bool(Truth()), bool(Length() if a.n < 9 else Both()), bool(Shorter()))
#|    |                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ untranslated it is, here
#|    |
#|    = help: give the class a method `__bool__`, too
#|
#| error[E0465]: `__radd__` of an instance of class `Middle` is never called in translated code
#|   --> FILE:80:12
#|    |
#| 42 |     def __radd__(self, other):
#|    |         -------- the method
#| ...
#| 80 |     return a + Low(2)
#|    |            ^^^^^^^^^^ untranslated it is, here, since the right operand may be of a class below that of the left one
#|    |
#|    = help: call a method with a name of its own
#|
#| genext: stopped because of 9 errors
