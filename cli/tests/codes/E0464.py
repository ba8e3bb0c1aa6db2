class Stack(object):
    def __init__(self, items):
        self.items = items

    def __len__(self):
        return self.items


def entry_point(argv):
    if Stack([len(argv)]):
        return 1
    return len(Stack([2]))

#| error[E0464]: `__len__` of an instance of class `Stack` returns a list of (an integer)
#|   --> FILE:10:8
#|    |
#|  5 |     def __len__(self):
#|    |         ------- the method
#| ...
#| 10 |     if Stack([len(argv)]):
#|    |        ^^^^^^^^^^^^^^^^^^ an integer is needed here
#|    |
#|    = help: return an integer: untranslated this raises TypeError
#|
#| error[E0464]: `__len__` of an instance of class `Stack` returns a list of (an integer)
#|   --> FILE:12:12
#|    |
#|  5 |     def __len__(self):
#|    |         ------- the method
#| ...
#| 12 |     return len(Stack([2]))
#|    |            ^^^^^^^^^^^^^^^ an integer is needed here
#|    |
#|    = help: return an integer: untranslated this raises TypeError
#|
#| genext: stopped because of 2 errors
