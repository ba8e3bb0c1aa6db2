class Point(object):
    _attrs_ = ['x']
    def __init__(self, x):
        self.x = x

def name(p, text):
    p.name = text

def entry_point(argv):
    p = Point(1)
    name(p, argv[0])
    return p.x

#| error[E0433]: attribute `name` may not be set on instances of `Point`
#|  --> FILE:7:5
#|   |
#| 1 | class Point(object):
#|   |       ----- this class declares its attributes with `_attrs_` or `__slots__`
#| ...
#| 7 |     p.name = text
#|   |     ^^^^^^
#|   |
#|   = help: add `name` to the declaration
#|
#| genext: stopped because of an error
