"""Merge points in front of their loop, before a test, in the middle of a loop, in a function without a loop."""
# run: 300
import os
from rpython.rlib.jit import JitDriver, promote

front = JitDriver(greens=['code'], reds=['n', 'acc'])
middle = JitDriver(greens=['pc', 'code'], reds=['n', 'acc'])
tree = JitDriver(greens=['node'], reds=['x'])
local = JitDriver(greens=['k'], reds=['i', 'n', 'a'])


def in_front(code, n):
    acc = 0
    pc = 0
    front.jit_merge_point(code=code, n=n, acc=acc)
    while True:
        op = code[pc]
        if op == '+':
            acc += 3
        elif op == 'j':
            n -= 1
            if n <= 0:
                return acc
            pc = -1
        pc += 1


def in_the_middle(code, n):
    acc = 0
    pc = 0
    while pc < len(code):
        op = code[pc]
        pc += 1
        if op == '+':
            acc += 5
        middle.jit_merge_point(pc=pc, code=code, n=n, acc=acc)
        if op_at(code, pc - 1) == 'j':
            n -= 1
            if n > 0:
                pc = 0
                middle.can_enter_jit(pc=pc, code=code, n=n, acc=acc)
    return acc


def op_at(code, pc):
    return code[pc]


class Node(object):
    _immutable_fields_ = ['kind', 'left', 'right']

    def __init__(self, kind, left=None, right=None):
        self.kind = kind
        self.left = left
        self.right = right


def evaluate(node, x):
    tree.jit_merge_point(node=node, x=x)
    if node.kind == 'x':
        return x
    if node.kind == '+':
        return evaluate(node.left, x) + evaluate(node.right, x)
    if node.kind == '*':
        return (evaluate(node.left, x) * evaluate(node.right, x)) % 10007
    return 7


def promoted(k, n):
    i = 0
    a = 0
    while i < n:
        local.jit_merge_point(k=k, i=i, n=n, a=a)
        x = promote(i)
        a += x ^ k
        i += 1
    return a


def entry_point(argv):
    n = int(argv[1])
    total = 0
    for i in range(n):
        total += in_front('++j', i % 5 + 1)
        total += in_the_middle('+-+j', i % 7 + 1)
    os.write(1, '%d\n' % total)
    leaf = Node('x')
    node = Node('+', Node('*', leaf, Node('7')), Node('+', leaf, leaf))
    node = Node('+', node, Node('*', node, node))
    for i in range(n):
        total = (total + evaluate(node, i)) % 1000003
    os.write(1, '%d\n' % total)
    for i in range(n):
        total = (total + promoted(i % 3, i)) % 1000003
    os.write(1, '%d\n' % total)
    os.write(1, '%d\n' % promoted(5, n * 100))
    return 0


def target(driver, args):
    return entry_point
