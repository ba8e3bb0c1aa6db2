class Base(object):
    pass

class Sub(Base):
    _immutable_fields_ = ['x']
    def __init__(self, x):
        self.x = x

class Other(Base):
    def __init__(self, x):
        self.x = x

def x_of(b):
    return b.x

def entry_point(argv):
    return x_of(Sub(1)) + x_of(Other(len(argv)))

#| error[E0462]: `Sub` declares `x` immutable, but it is an attribute of `Base`
#|  --> FILE:4:7
#|   |
#| 1 | class Base(object):
#|   |       ---- some code reads or writes it on instances of this base class
#| ...
#| 4 | class Sub(Base):
#|   |       ^^^
#|   |
#|   = help: declare it in the base class, or use it on the subclass only
#|
#| genext: stopped because of an error
