def area(width, height):
    return width * height

class Box(object):
    def __init__(self, n):
        self.n = n

def make(n):
    return Box(n, n)

def entry_point(argv):
    area(len(argv))
    return make(3).n

#| error[E0403]: too many arguments: 2 given, 1 expected
#|  --> FILE:9:12
#|   |
#| 5 |     def __init__(self, n):
#|   |         -------- the function is `E0403.Box.__init__(self, n)`
#| ...
#| 9 |     return Box(n, n)
#|   |            ^^^^^^^^^ in this call
#|   |
#|   = help: leave the argument out, or add a parameter
#|
#| error[E0403]: missing argument `height`
#|   --> FILE:12:5
#|    |
#|  1 | def area(width, height):
#|    |     ---- the function is `E0403.area(width, height)`
#| ...
#| 12 |     area(len(argv))
#|    |     ^^^^^^^^^^^^^^^ in this call
#|    |
#|    = help: pass it, or give the parameter a default
#|
#| genext: stopped because of 2 errors
