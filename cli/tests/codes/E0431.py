class Base(object):
    pass

class Sub(Base):
    _attrs_ = ['x']

def entry_point(argv):
    s = Sub()
    s.x = 1
    return s.x

#| error[E0431]: class `Sub` declares its attributes, but its base class does not
#|  --> FILE:4:7
#|   |
#| 1 | class Base(object):
#|   |       ---- the base class, which declares nothing
#| ...
#| 4 | class Sub(Base):
#|   |       ^^^
#|   |
#|   = help: declare `_attrs_` (possibly empty) in the base class too
#|
#| genext: stopped because of an error
