"""Weak references in compiled loops: made, followed while the object lives, found dead after a collection, in fields and lists."""
# run: 40
import os
import weakref
from rpython.rlib import rgc
from rpython.rlib.jit import JitDriver, dont_look_inside, promote

driver = JitDriver(greens=['pc', 'code'], reds=['n', 'total', 'state'])


class Node(object):
    def __init__(self, value):
        self.value = value
        self.next = None


class Big(Node):
    def __init__(self, value):
        Node.__init__(self, value)
        self.extra = [value] * 5


class State(object):
    def __init__(self):
        self.strong = Node(0)
        self.ref = weakref.ref(self.strong)
        self.list = [weakref.ref(self.strong)]
        self.keep = [self.strong]
        self.dead = 0


@dont_look_inside
def collect():
    rgc.collect()


class Shape(object):
    pass


SHAPES = [Shape(), Shape(), Shape()]


class Typed(object):
    def __init__(self, shape):
        self.shape = weakref.ref(shape)


def run(code, n):
    pc = 0
    total = 0
    state = State()
    while True:
        driver.jit_merge_point(pc=pc, code=code, n=n, total=total, state=state)
        if pc >= len(code):
            n -= 1
            if n == 0:
                break
            pc = 0
            driver.can_enter_jit(pc=pc, code=code, n=n, total=total, state=state)
            continue
        op = code[pc]
        pc += 1
        if op == 'n':
            # Nobody else knows the object: it may die at once.
            ref = weakref.ref(Node(n))
            node = ref()
            if node is not None:
                total += node.value - n
        elif op == 'k':
            node = Node(n)
            ref = weakref.ref(node)
            found = ref()
            if found is node:
                total += 1
            total += node.value
        elif op == 's':
            state.strong = Node(n)
            state.ref = weakref.ref(state.strong)
        elif op == 'b':
            state.strong = Big(n)
            state.ref = weakref.ref(state.strong)
        elif op == 'f':
            node = state.ref()
            if node is None:
                state.dead += 1
                total += 3
            else:
                total += node.value
                if isinstance(node, Big):
                    total += len(node.extra)
        elif op == 'l':
            state.list.append(weakref.ref(state.strong))
            if n % 3 == 0:
                state.keep.append(state.strong)
            if len(state.list) > 6:
                del state.list[0]
                del state.keep[:]
        elif op == 'g':
            for ref in state.list:
                node = ref()
                if node is not None and node is state.strong:
                    total += node.value
        elif op == 'c':
            if n % 8 == 0:
                collect()
        elif op == 'w':
            # What is dead after a collection: all but what is kept.
            collect()
            alive = 0
            for ref in state.list:
                node = ref()
                if node is not None:
                    alive += 1
            total += alive * 100
        elif op == 't':
            typed = Typed(SHAPES[n % 3])
            shape = promote(typed.shape())
            if shape is SHAPES[1]:
                total += 7
        total %= 1000003
    os.write(1, '%s: %d\n' % (code, total))


def entry_point(argv):
    n = int(argv[1])
    for code in ['n', 'k', 'sf', 'bfsf', 'slgc', 'kbfl', 'slw', 'tk', 'nksfbflgct', 'blfgwslfgw']:
        run(code, n)
    return 0


def target(driver, args):
    return entry_point, None
