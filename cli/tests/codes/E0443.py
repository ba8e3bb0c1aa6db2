class Point(object):
    def __init__(self, name):
        self.x = 1
        self.name = name

def field(p):
    return p.name

def entry_point(argv):
    p = Point(argv[0])
    return getattr(p, field(p))

#| error[E0443]: the name of the attribute is not constant
#|   --> FILE:11:12
#|    |
#|  4 |         self.name = name
#|    |         --------- attribute `name` is set to a string here
#| ...
#|  7 |     return p.name
#|    |            ------ returned by `field`
#| ...
#| 10 |     p = Point(argv[0])
#|    |         -------------- an instance of class `Point` comes from here
#| 11 |     return getattr(p, field(p))
#|    |            ^^^^^^^^^^^--------^
#|    |                       |
#|    |                       a string comes from here
#|    |
#|    = help: the name must be a constant; loop over an unrolling_iterable of names, or use a dictionary
#|
#| genext: stopped because of an error
