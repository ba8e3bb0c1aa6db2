import weakref


class Node(object):
    def __init__(self, n):
        self.n = n
        self.back = None

    def get(self):
        return self.n


class Leaf(Node):
    def get(self):
        return -self.n


PREBUILT = Node(40)
WEAK = weakref.ref(PREBUILT)
DEAD = weakref.ref(Node(1))


def read(w):
    o = w()
    if o is None:
        return -1000
    return o.get()


def t_alive(n):
    x = Node(n)
    w = weakref.ref(x)
    return read(w) * 10 + x.n


def t_subclass(n):
    x = Leaf(n)
    y = Node(n + 1)
    w = weakref.ref(x) if n & 1 else weakref.ref(y)
    return read(w) + x.n + y.n


def t_prebuilt(n):
    if n > 2:
        w = weakref.ref(PREBUILT)
    else:
        w = WEAK
    return read(w) + n


def t_dead(n):
    if DEAD() is None:
        return n
    return -n


def t_dead_or_alive(n):
    x = Node(n)
    w = weakref.ref(x) if n > 2 else DEAD
    return read(w) + x.n


def t_parent(n):
    # The usual use: a child that knows its parent without keeping it alive.
    parent = Node(n)
    children = []
    for i in range(n & 7):
        c = Leaf(i)
        c.back = weakref.ref(parent)
        children.append(c)
    total = parent.n
    for c in children:
        if c.back is not None:
            p = c.back()
            if p is not None:
                total += p.get() - c.get()
    return total


def t_none(n):
    w = None
    if n > 3:
        w = weakref.ref(PREBUILT)
    if w is None:
        return n
    return read(w)


def t_in_containers(n):
    kept = [Node(i) for i in range(4)]
    refs = [weakref.ref(k) for k in kept]
    table = {"a": refs[n & 3], "b": refs[0]}
    pair = (table["a"], refs[1])
    return read(pair[0]) * 10 + read(pair[1]) + kept[n & 3].n
