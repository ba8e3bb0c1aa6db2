class Node(object):
    def __init__(self, size):
        self.size = size

def size_of(node):
    return node.size

def show(x):
    return x

def entry_point(argv):
    show(size_of(Node(len(argv))))
    show(argv[0])
    return 0

#| error[E0411]: parameter `x` of `show`: an integer and a string meet
#|   --> FILE:13:5
#|    |
#|  3 |         self.size = size
#|    |         --------- attribute `size` is set to an integer here
#| ...
#|  6 |     return node.size
#|    |            --------- returned by `size_of`
#| ...
#| 12 |     show(size_of(Node(len(argv))))
#|    |     ------------------------------
#|    |     |    |
#|    |     |    an integer comes from here
#|    |     an integer is passed as `x` here
#| 13 |     show(argv[0])
#|    |     ^^^^^^^^^^^^^ a string is passed as `x` here
#|    |
#|    = help: a variable is of one type wherever its values meet: use another variable, or convert with str() or int()
#|
#| genext: stopped because of an error
