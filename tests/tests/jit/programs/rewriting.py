"""Nodes that replace themselves while they run: fields that change rarely (`name?`), and a field that is declared
immutable and set later (`_parent`, when a node is adopted). What is compiled must see each change."""
# run: 60
import os
from rpython.rlib.jit import JitDriver

driver = JitDriver(greens=['node'], reds=['n', 'frame'], is_recursive=True)


class Frame(object):
    def __init__(self, size):
        self.values = [0] * size


class Node(object):
    _immutable_fields_ = ['_parent', 'label']

    def __init__(self, label):
        self.label = label
        self._parent = None

    def execute(self, frame):
        raise NotImplementedError

    def swap(self, old, new):
        raise NotImplementedError

    def adopt(self, child):
        child._parent = self
        return child

    def replace(self, new):
        parent = self._parent
        assert parent is not None
        parent.swap(self, new)
        new._parent = parent
        return new


class Const(Node):
    _immutable_fields_ = ['value']

    def __init__(self, value):
        Node.__init__(self, 1)
        self.value = value

    def execute(self, frame):
        return self.value


class Read(Node):
    _immutable_fields_ = ['slot']

    def __init__(self, slot):
        Node.__init__(self, 2)
        self.slot = slot

    def execute(self, frame):
        return frame.values[self.slot]


class Once(Node):
    """Becomes another node when it is executed for the `left`-th time."""
    def __init__(self, left, slot):
        Node.__init__(self, 3)
        self.left = left
        self.slot = slot

    def execute(self, frame):
        self.left -= 1
        if self.left > 0:
            return self.left
        if self.slot < 0:
            return self.replace(Const(1000)).execute(frame)
        return self.replace(Read(self.slot)).execute(frame)


class Add(Node):
    _immutable_fields_ = ['a?', 'b?']

    def __init__(self, a, b):
        Node.__init__(self, 4)
        self.a = self.adopt(a)
        self.b = self.adopt(b)

    def execute(self, frame):
        return (self.a.execute(frame) * 3 + self.b.execute(frame)) & 0xffffff

    def swap(self, old, new):
        if self.a is old:
            self.a = new
        else:
            self.b = new


class Store(Node):
    _immutable_fields_ = ['value?', 'slot?']

    def __init__(self, slot, value):
        Node.__init__(self, 5)
        self.slot = slot
        self.value = self.adopt(value)

    def execute(self, frame):
        result = self.value.execute(frame)
        frame.values[self.slot] = result
        return result

    def swap(self, old, new):
        self.value = new


class Late(object):
    """Its list is set by who makes it, and once more when it runs."""
    _immutable_fields_ = ['steps[*]']

    def __init__(self):
        self.steps = [0]


def loop(node, n, frame):
    while n > 0:
        driver.jit_merge_point(node=node, n=n, frame=frame)
        node.execute(frame)
        n -= 1
        if n % 7 == 3 and isinstance(node, Store):
            node.slot = n % 4
    return frame.values[0]


late = JitDriver(greens=['pc', 'plan'], reds=['n', 'total'])


def run_late(plan, n):
    pc = 0
    total = 0
    while True:
        late.jit_merge_point(pc=pc, plan=plan, n=n, total=total)
        if pc == len(plan.steps):
            n -= 1
            if n == 0:
                return total
            pc = 0
            if n == 20:
                setup(plan, 5)
            late.can_enter_jit(pc=pc, plan=plan, n=n, total=total)
            continue
        total = (total * 3 + plan.steps[pc]) & 0xffffff
        pc += 1


def setup(plan, first):
    plan.steps = [first, 2, 3]


def entry_point(argv):
    n = int(argv[1])
    for k in range(12):
        frame = Frame(4)
        tree = Store(k % 4, Add(Add(Once(3 + k, k % 4), Read(1)), Add(Const(k), Once(11 + k * 2, -1))))
        result = loop(tree, n, frame)
        plan = Late()
        setup(plan, k)
        os.write(1, '%d %d %d %d\n' % (result, frame.values[1], tree.label, run_late(plan, n)))
    return 0


def target(driver, args):
    return entry_point
