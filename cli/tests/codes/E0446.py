class A(object):
    pass

class Registry(object):
    def __init__(self, n):
        self.n = n

def kind(r):
    return r.n

def entry_point(argv):
    return int(isinstance(A(), kind(Registry(len(argv)))))

#| error[E0446]: the second argument of isinstance() is not a class
#|   --> FILE:12:16
#|    |
#|  6 |         self.n = n
#|    |         ------ attribute `n` is set to an integer here
#| ...
#|  9 |     return r.n
#|    |            --- returned by `kind`
#| ...
#| 12 |     return int(isinstance(A(), kind(Registry(len(argv)))))
#|    |                ^^^^^^^^^^^---^^-------------------------^
#|    |                           |    |
#|    |                           |    an integer comes from here
#|    |                           an instance of class `A` comes from here
#|    |
#|    = help: name the class, or a tuple of classes
#|
#| genext: stopped because of an error
