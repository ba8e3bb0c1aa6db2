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

#| error[E0452]: the property `x` cannot be read
#|   --> FILE:7:12
#|    |
#|  7 |     return p.x
#|    |            ^^^
#| ...
#| 10 |     p = Point()
#|    |         ------- an instance of class `Point` comes from here
#| 11 |     p.x = 1
#| 12 |     return x_of(p)
#|    |            ------- an instance of class `Point` is passed as `p` here
#|    |
#|    = help: give the property a function for that: property(getter, setter)
#|
#| genext: stopped because of an error
