class Stack(object):
    def __init__(self):
        self.items = []

    def push(self, x):
        self.items.append(x)


def entry_point(argv):
    stack = Stack()
    stack.psh(1)
    return 0
