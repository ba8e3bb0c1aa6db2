from rpython.rlib.objectmodel import specialize

@specialize.memo()
def squared(n):
    return n * n

class Config(object):
    def __init__(self, n):
        self.n = n

def number(config):
    return config.n

def entry_point(argv):
    return squared(number(Config(len(argv))))

#| error[E0436]: a memo function is called with an integer, which is not one of a known set of constants
#|   --> FILE:15:12
#|    |
#|  9 |         self.n = n
#|    |         ------ attribute `n` is set to an integer here
#| ...
#| 12 |     return config.n
#|    |            -------- returned by `number`
#| ...
#| 15 |     return squared(number(Config(len(argv))))
#|    |            ^^^^^^^^-------------------------^
#|    |                    |
#|    |                    an integer comes from here
#|    |
#|    = help: pass one of a known set of constants: classes, functions, frozen objects, booleans
#|
#| genext: stopped because of an error
