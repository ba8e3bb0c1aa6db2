class Shape(object):
    pass

class Circle(Shape):
    def __init__(self):
        self.radius = 1

def shapes():
    return [Shape(), Circle()]

def entry_point(argv):
    return int(hasattr(shapes()[0], 'radius'))

#| error[E0484]: hasattr() of an instance of class `Shape`: RPython allows it on constants only
#|   --> FILE:12:16
#|    |
#|  9 |     return [Shape(), Circle()]
#|    |            ------------------- an instance of class `Shape` is put into the list here
#| ...
#| 12 |     return int(hasattr(shapes()[0], 'radius'))
#|    |                ^^^^^^^^-----------^^^^^^^^^^^
#|    |                        |
#|    |                        an instance of class `Shape` comes from here
#|    |
#|    = help: ask with isinstance(), or define the attribute in the base class
#|
#| genext: stopped because of an error
