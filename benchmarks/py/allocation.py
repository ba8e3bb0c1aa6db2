"""Allocation of instances, tuples and lists: binary trees and a linked list."""


class Node(object):
    def __init__(self, left, right):
        self.left = left
        self.right = right

    def check(self):
        if self.left is None:
            return 1
        return self.left.check() + self.right.check() + 1


class Link(object):
    def __init__(self, head, tail):
        self.head = head
        self.tail = tail


def tree(depth):
    if depth == 0:
        return Node(None, None)
    return Node(tree(depth - 1), tree(depth - 1))


def chain(n):
    link = None
    for i in range(n):
        link = Link((i, [i]), link)
    total = 0
    while link is not None:
        number, items = link.head
        total += number + items[0]
        link = link.tail
    return total


total = 0
for i in range(24):
    total += tree(12).check()
print(total)
for i in range(20):
    total += chain(30000)
print(total)
