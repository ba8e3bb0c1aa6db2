class Node(object):
    def __init__(self, value):
        self.value = value


def entry_point(argv):
    a = Node(1)
    b = Node("text")
    if a.value == b.value:
        return 1
    return 0
