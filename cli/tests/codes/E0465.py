class Point(object):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)


def entry_point(argv):
    p = Point()
    p.x = len(argv)
    return p.x

#| error[E0465]: `__setattr__` of an instance of class `Point` is never called in translated code
#|  --> FILE:8:5
#|   |
#| 2 |     def __setattr__(self, name, value):
#|   |         ----------- the method
#| ...
#| 8 |     p.x = len(argv)
#|   |     ^^^ untranslated it is, here
#|   |
#|   = help: call a method with a name of its own
#|
#| error[E0451]: instances of `Point` have no attribute `x`
#|  --> FILE:9:12
#|   |
#| 1 | class Point(object):
#|   |       ----- class `Point`
#| ...
#| 9 |     return p.x
#|   |            ^^^ nothing sets it
#|   |
#|   = help: set it in `__init__`, or give the class a default of the attribute's type
#|
#| genext: stopped because of 2 errors
