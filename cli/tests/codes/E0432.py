class Shape(object):
    @classmethod
    def make(cls):
        return cls()

def entry_point(argv):
    s = Shape().make()
    return 0

#| error[E0432]: `Shape.make` is a class method, which RPython does not have
#|  --> FILE:7:9
#|   |
#| 1 | class Shape(object):
#|   |       ----- class `Shape`
#| 2 |     @classmethod
#| 3 |     def make(cls):
#|   |         ---- the class method
#| ...
#| 7 |     s = Shape().make()
#|   |         ^^^^^^^^^^^^ it is used here
#|   |
#|   = help: make it a function, or a `@staticmethod` without `cls` that names the class: `Shape(...)`
#|
#| genext: stopped because of an error
