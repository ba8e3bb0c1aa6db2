class Node(object):
    def __init__(self):
        self.next = None

def next_of(node):
    return node.next

def entry_point(argv):
    return next_of(Node()).size

#| error[E0450]: attribute `size` of None
#|  --> FILE:9:12
#|   |
#| 3 |         self.next = None
#|   |         --------- attribute `next` is set to None here
#| ...
#| 6 |     return node.next
#|   |            --------- returned by `next_of`
#| ...
#| 9 |     return next_of(Node()).size
#|   |            ---------------^^^^^
#|   |            |
#|   |            this is always None here
#|   |            None comes from here
#|   |
#|   = help: nothing but None is ever stored here: set it before, or test `if x is not None`
#|
#| genext: stopped because of an error
