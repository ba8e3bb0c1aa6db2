# run: 300000
# holds: sessions>=1 entries>=1
# `can_enter_jit` stands right in front of the merge point, and a turn of the loop that changes nothing (a node of none
# of the classes) leads from one to the other: every arrival counts, not those by that turn alone.
import os
from rpython.rlib.jit import JitDriver


class Totals(object):
    sum = 0
    turns = 0


class Node(object):
    def __init__(self, next):
        self.next = next


class Add(Node):
    pass


class Again(Node):
    pass


driver = JitDriver(greens=['node', 'first'], reds=['n', 'to'])


def run(first, n, to):
    node = first
    while node is not None:
        driver.can_enter_jit(node=node, first=first, n=n, to=to)
        driver.jit_merge_point(node=node, first=first, n=n, to=to)
        if isinstance(node, Add):
            to.sum = (to.sum * 3 + n) % 10007
            node = node.next
        elif isinstance(node, Again):
            n -= 1
            to.turns += 1
            node = first if n > 0 else node.next
    return to.sum + to.turns


def main(argv):
    os.write(1, str(run(Add(Add(Again(None))), int(argv[1]), Totals())) + '\n')
    return 0


def target(driver, args):
    return main, None
