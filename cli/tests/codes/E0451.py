class Node(object):
    def __init__(self, size):
        self.size = size

def nodes(n):
    l = []
    l.append(Node(n))
    return l

def entry_point(argv):
    return nodes(len(argv))[0].sice

#| error[E0451]: instances of `Node` have no attribute `sice`
#|   --> FILE:11:12
#|    |
#|  1 | class Node(object):
#|    |       ---- class `Node`
#| ...
#| 11 |     return nodes(len(argv))[0].sice
#|    |            ^^^^^^^^^^^^^^^^^^^^^^^^ nothing sets it
#|    |
#|    = help: there is `size`
#|
#| genext: stopped because of an error
