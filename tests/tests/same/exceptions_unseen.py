# An error that no handler sees ends the program at once, and a `finally` that only raises again is no handler.
# exit: 1


class Node(object):
    def __init__(self):
        self.next = None

    def hi(self):
        return 3


def follow(node, n):
    for i in range(n):
        node = node.next
    return node.hi()


def entry_point(argv):
    node = Node()
    node.next = Node()
    print(follow(node, 1))
    try:
        print(follow(node, 2))
    except KeyError:
        print('KeyError')
    return 0
