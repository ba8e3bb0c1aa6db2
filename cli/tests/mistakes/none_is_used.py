# E0450, 0: is not None
class Node(object):
    def __init__(self, next):
        self.next = next
        self.size = 1

def entry_point(argv):
    n = Node(None)
    return n.next.size
