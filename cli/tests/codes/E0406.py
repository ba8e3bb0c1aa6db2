class Call(object):
    def __init__(self, args):
        self.args = args

def add(a, b):
    return a + b

def entry_point(argv):
    call = Call([len(argv), 2])
    return add(*call.args)

#| error[E0406]: the argument after `*` is a list of (an integer)
#|   --> FILE:10:12
#|    |
#|  3 |         self.args = args
#|    |         --------- attribute `args` is set to a list of (an integer) here
#| ...
#| 10 |     return add(*call.args)
#|    |            ^^^^^---------^
#|    |                 |
#|    |                 a list of (an integer) comes from here
#|    |
#|    = help: it must be a tuple of a known length
#|
#| genext: stopped because of an error
