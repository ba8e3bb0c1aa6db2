"""Fields that are declared immutable and set late: of a prebuilt object, and again in a loop."""
import os


class Config(object):
    _immutable_fields_ = ['level', 'names[*]']

    def __init__(self):
        self.level = 1
        self.names = ['a']


class Node(object):
    _immutable_ = True

    def __init__(self, value):
        self.value = value
        self.parent = None


config = Config()


def setup(n):
    config.level = n
    config.names = ['b', 'c'] * n


def adopt(node, parent):
    node.parent = parent


def depth(node):
    n = 0
    while node.parent is not None:
        node = node.parent
        n += 1
    return n


def twice(node, parent):
    a = 0
    if node.parent is not None:
        a = node.parent.value
    adopt(node, parent)
    b = 0
    if node.parent is not None:
        b = node.parent.value
    return a * 100 + b


def entry_point(argv):
    os.write(1, '%d %d\n' % (config.level, len(config.names)))
    setup(len(argv) + 1)
    os.write(1, '%d %d %s\n' % (config.level, len(config.names), config.names[1]))
    first = Node(7)
    nodes = [Node(i) for i in range(5)]
    for i in range(4):
        adopt(nodes[i], nodes[i + 1])
    os.write(1, '%d %d\n' % (depth(nodes[0]), depth(nodes[3])))
    os.write(1, '%d\n' % twice(nodes[0], first))
    os.write(1, '%d\n' % twice(nodes[0], nodes[2]))
    return 0


def target(driver, args):
    return entry_point
