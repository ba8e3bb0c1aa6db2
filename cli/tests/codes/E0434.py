class Printing(object):
    _mixin_ = True
    def show(self):
        return 1

def entry_point(argv):
    return Printing().show()

#| error[E0434]: the mix-in class `E0434.Printing` is instantiated
#|  --> FILE:7:12
#|   |
#| 1 | class Printing(object):
#|   |       -------- it has `_mixin_ = True`
#| ...
#| 7 |     return Printing().show()
#|   |            ^^^^^^^^^^ instantiated here
#|   |
#|   = help: make a class that inherits from it (and one other class), and use that
#|
#| genext: stopped because of an error
