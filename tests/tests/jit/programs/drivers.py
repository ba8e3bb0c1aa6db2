"""Several drivers in one program: one loop calls the other, portals in methods, automatic reds, a merge point in a recursive function."""
# run: 50
import os
from rpython.rlib.jit import JitDriver, dont_look_inside, promote

outer = JitDriver(greens=['pc', 'program'], reds=['machine', 'n'], name='outer')
inner = JitDriver(greens=['pattern', 'at'], reds='auto', name='inner')
tree = JitDriver(greens=['node'], reds=['left', 'total'], name='tree', is_recursive=True)
method = JitDriver(greens=['self_kind', 'pc'], reds=['self', 'count', 'total'], name='method')


class Pattern(object):
    _immutable_fields_ = ['text']

    def __init__(self, text):
        self.text = text


def match(pattern, subject):
    """'a' that letter, '.' any, '*' the letter before any number of times (without going back)."""
    at = 0
    where = 0
    steps = 0
    while at < len(pattern.text):
        inner.jit_merge_point(pattern=pattern, at=at)
        steps += 1
        letter = pattern.text[at]
        star = at + 1 < len(pattern.text) and pattern.text[at + 1] == '*'
        here = where < len(subject) and (letter == '.' or subject[where] == letter)
        if star:
            if here:
                where += 1
            else:
                at += 2
        elif here:
            where += 1
            at += 1
        else:
            return -steps
    return where * 100 + steps


class Node(object):
    _immutable_fields_ = ['kind', 'first', 'second', 'value']

    def __init__(self, kind, value, first=None, second=None):
        self.kind = kind
        self.value = value
        self.first = first
        self.second = second


def evaluate(node, left):
    total = 0
    while True:
        tree.jit_merge_point(node=node, left=left, total=total)
        if node is None:
            return total
        if node.kind == 'k':
            total += node.value
            node = node.first
        elif node.kind == 'v':
            total += left
            node = node.first
        elif node.kind == 'c':
            if left % 3 == 0:
                total -= evaluate(node.second, left - 1)
            node = node.first
        elif node.kind == 'r':
            # Again from the second one, as long as something is left.
            if left > 0:
                left -= 1
                node = node.second
                tree.can_enter_jit(node=node, left=left, total=total)
            else:
                node = node.first
        else:
            total = (total * 3 + evaluate(node.second, left // 2)) % 10007
            node = node.first


class Machine(object):
    """The portal is a method; its class decides what it does."""
    kind = 0

    def __init__(self, code):
        self.code = code
        self.memory = [0] * 4

    def change(self, total):
        return total + 1

    def execute(self, count):
        pc = 0
        total = 0
        while True:
            method.jit_merge_point(self_kind=self.kind, pc=pc, self=self, count=count, total=total)
            code = promote(self.code)
            if pc >= len(code):
                count -= 1
                if count <= 0:
                    return total
                pc = 0
                method.can_enter_jit(self_kind=self.kind, pc=pc, self=self, count=count, total=total)
                continue
            op = code[pc]
            pc += 1
            if op == '+':
                total = self.change(total)
            elif op == 's':
                self.memory[total & 3] += count
            elif op == 'l':
                total += self.memory[count & 3]
            elif op == 'm':
                total = (total + match(PATTERNS[count % len(PATTERNS)], 'xxaab')) % 10007
            elif op == 't':
                total = (total + evaluate(TREE, count % 7)) % 10007


class Doubling(Machine):
    kind = 1

    def change(self, total):
        return (total * 2 + 1) % 1000


class Counting(Machine):
    kind = 2

    def __init__(self, code):
        Machine.__init__(self, code)
        self.calls = 0

    def change(self, total):
        self.calls += 1
        return total + self.calls % 5


PATTERNS = [Pattern('x*a*b'), Pattern('..a'), Pattern('xy'), Pattern('x*.*')]
LOOP_END = Node('k', 5, Node('v', 0, Node('c', 0, Node('k', 1), Node('v', 0, Node('k', 9)))))
LOOP = Node('r', 0, LOOP_END, Node('v', 0, Node('c', 0, None, Node('v', 0))))
TREE = Node('*', 0, Node('v', 0, LOOP), Node('c', 0, Node('k', 2, LOOP), Node('k', 3)))


@dont_look_inside
def show(text, n):
    os.write(1, '%s %d\n' % (text, n))


def run(program, n):
    machine = Machine('+')
    pc = 0
    while True:
        outer.jit_merge_point(pc=pc, program=program, machine=machine, n=n)
        if pc >= len(program):
            n -= 1
            if n <= 0:
                break
            pc = 0
            outer.can_enter_jit(pc=pc, program=program, machine=machine, n=n)
            continue
        op = program[pc]
        pc += 1
        if op == 'p':
            machine = Machine('+sl')
        elif op == 'd':
            machine = Doubling('+s+lm')
        elif op == 'c':
            machine = Counting('++st')
        elif op == 'x':
            machine.memory[0] += machine.execute(n % 5 + 1)
        elif op == 'e':
            machine.memory[1] += evaluate(TREE, n % 9)
        elif op == 'm':
            machine.memory[2] += match(PATTERNS[n % len(PATTERNS)], program)
    for value in machine.memory:
        show(program, value)


def entry_point(argv):
    n = int(argv[1])
    for program in ['px', 'dx', 'cx', 'e', 'm', 'pxdxcx', 'emx', 'cxxem', 'dxexmx']:
        run(program, n)
    for left in range(12):
        show('tree', evaluate(TREE, left * 3))
    for text in ['xxxaab', 'ab', 'xyz', '']:
        for pattern in PATTERNS:
            show(text, match(pattern, text))
    for machine in [Machine('+sl'), Doubling('m+l'), Counting('+t')]:
        show(machine.code, machine.execute(n))
    return 0


def target(driver, args):
    return entry_point, None
