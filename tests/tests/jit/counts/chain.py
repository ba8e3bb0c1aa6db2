"""A loop that reads a chain of objects in each turn, which nobody changes: more than an exit keeps of what is known."""
import os
from rpython.rlib.jit import JitDriver, unroll_safe

driver = JitDriver(greens=[], reds=['n', 'total', 'first'])


class Link(object):
    def __init__(self, value, next):
        self.value = value
        self.next = next


class Tail(Link):
    pass


@unroll_safe
def sum_of(link):
    total = 0
    for i in range(14):
        assert link is not None
        if isinstance(link, Tail):
            total += link.value
        else:
            total -= link.value
        link = link.next
    return total


def run(n, first):
    total = 0
    while n > 0:
        driver.jit_merge_point(n=n, total=total, first=first)
        total = (total + sum_of(first)) & 0xffff
        n -= 1
    return total


def main(argv):
    link = None
    for i in range(14):
        if i % 3 == 0:
            link = Link(i, link)
        else:
            link = Tail(i * 5, link)
    os.write(1, '%d\n' % run(int(argv[1]), link))
    link.value = 17
    os.write(1, '%d\n' % run(int(argv[1]), link))
    return 0


def target(*args):
    return main, None
