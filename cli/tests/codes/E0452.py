class Point(object):
    def _set_x(self, x):
        self._x = x
    x = property(None, _set_x)

def x_of(p):
    return p.x

def entry_point(argv):
    p = Point()
    p.x = 1
    return x_of(p)

#| error[E0452]: the property `x` of class `Point` cannot be read
#|  --> FILE:7:12
#|   |
#| 1 | class Point(object):
#|   |       ----- class `Point`
#| ...
#| 7 |     return p.x
#|   |            ^^^
#|   |
#|   = help: give the property a function for that: property(getter, setter)
#|
#| genext: stopped because of an error
