from rpython.rlib import rgc

@rgc.must_be_light_finalizer
class Base(object):
    pass

class Sub(Base):
    def __del__(self):
        pass

def entry_point(argv):
    s = Sub()
    return 0

#| error[E0439]: `Sub.__del__` is not marked as a light finalizer
#|  --> FILE:8:9
#|   |
#| 4 | class Base(object):
#|   |       ---- this class demands it of all below
#| ...
#| 8 |     def __del__(self):
#|   |         ^^^^^^^
#|   |
#|   = help: a base class demands it: decorate `__del__` with @rgc.must_be_light_finalizer
#|
#| genext: stopped because of an error
