"""A matcher of patterns whose node is the green. Code that is made again follows the way of the loop, in which there is
a next node, while the arrival that it is compiled for has none: None was promoted, and the generator read from it."""
# run: 3
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['node'], reds=['text', 'pos', 'goal', 'choice', 'steps'])


class Node(object):
    def __init__(self, kind, char, first, second):
        self.kind = kind
        self.char = char
        self.first = first
        self.second = second


class Goal(object):
    pass


class Then(Goal):
    def __init__(self, node, goal):
        self.node = node
        self.goal = goal


class Again(Goal):
    def __init__(self, node, goal):
        self.node = node
        self.goal = goal


class Choice(object):
    def __init__(self, node, goal, pos, before):
        self.node = node
        self.goal = goal
        self.pos = pos
        self.before = before


END = Goal()


def match(node, text, steps):
    pos = 0
    goal = END
    choice = None
    while True:
        driver.jit_merge_point(node=node, text=text, pos=pos, goal=goal, choice=choice, steps=steps)
        steps -= 1
        if steps < 0:
            return -2
        matches = True
        then = None
        if node.kind == 'char':
            if pos < len(text) and text[pos] == node.char:
                pos += 1
            else:
                matches = False
        elif node.kind == 'either':
            choice = Choice(node.second, goal, pos, choice)
            then = node.first
        elif node.kind == 'many':
            then = node.first
            goal = Again(node, goal)
        else:
            then = node.first
            goal = Then(node.second, goal)
        while then is None:
            if not matches:
                if choice is None:
                    return -1
                pos = choice.pos
                goal = choice.goal
                then = choice.node
                choice = choice.before
                if then is not None:
                    break
            if isinstance(goal, Then):
                then = goal.node
                goal = goal.goal
            elif isinstance(goal, Again):
                choice = Choice(None, goal.goal, pos, choice)
                then = goal.node.first
            elif matches:
                return pos
        node = then


def char(c):
    return Node('char', c, None, None)


def many(x):
    return Node('many', '', x, None)


def entry_point(argv):
    times = int(argv[1])
    inner = Node('both', '', many(many(char('a'))), char('b'))
    either = Node('either', '', inner, Node('both', '', char('|'), char('c')))
    # The second node of a pair may be none: then it is as if the loop had come to its end.
    patterns = [Node('both', '', many(either), char('$')), Node('other', '', many(many(char('a'))), None), many(many(either))]
    for i in range(times):
        for p in patterns:
            for text in ['aaaaaaaaaaaaaaaac', 'aab', '', 'aaaab|c$']:
                os.write(1, '%d ' % match(p, text, 500 + 100 * i))
        os.write(1, '\n')
    return 0


def target(*args):
    return entry_point, None
