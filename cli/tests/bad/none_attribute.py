class Node(object):
    def __init__(self):
        self.next = None


def entry_point(argv):
    node = Node()
    return node.next.value
