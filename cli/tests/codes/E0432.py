class Shape(object):
    @classmethod
    def make(cls):
        return cls()

def entry_point(argv):
    s = Shape().make()
    return 0

#| error[E0432]: `E0432.Shape.make` is a class method
#|  --> FILE:1:7
#|   |
#| 1 | class Shape(object):
#|   |       ^^^^^
#| ...
#| 7 |     s = Shape().make()
#|   |         ------------ it is used here
#|   |
#|   = help: RPython has no class methods; use a function or a static method
#|
#| genext: stopped because of an error
