# E0403, 1: begin the parameters of the method with `self`
class Stack(object):
    def __init__(self):
        self.items = []

    def push(item):
        self.items.append(item)

def entry_point(argv):
    Stack().push(1)
    return 0
