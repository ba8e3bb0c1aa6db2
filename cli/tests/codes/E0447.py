from collections import namedtuple

Point = namedtuple('Point', 'x y')

def entry_point(argv):
    p = Point(1, len(argv))
    print(p.x + p.y)
    return 0

#| error[E0447]: `Point` is a named tuple, which RPython does not have
#|  --> FILE:6:9
#|   |
#| 3 | Point = namedtuple('Point', 'x y')
#|   | ---------------------------------- it is made here
#| ...
#| 6 |     p = Point(1, len(argv))
#|   |         ^^^^^^^^^^^^^^^^^^^ it is used at run time here
#|   |
#|   = help: write a class: `class Point(object):` with `def __init__(self, x, y):`, which sets the attributes
#|
#| genext: stopped because of an error
