from rpython.rlib.objectmodel import specialize

@specialize.arg(0)
def repeat(n, s):
    return s * n

class Config(object):
    def __init__(self, n):
        self.n = n

def number(config):
    return config.n

def entry_point(argv):
    return len(repeat(number(Config(len(argv))), 'x'))

#| error[E0438]: argument `n` of `E0438.repeat` is an integer, not a constant
#|   --> FILE:15:16
#|    |
#|  4 | def repeat(n, s):
#|    |     ------ the function is specialised by argument 0
#| ...
#| 15 |     return len(repeat(number(Config(len(argv))), 'x'))
#|    |                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
#|    |
#|    = help: pass a constant, or leave the specialisation out
#|
#| genext: stopped because of an error
