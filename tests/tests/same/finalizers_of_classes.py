# not-low-level: nothing dies there
# stderr: Exception ignored in __del__: ValueError
"""`__del__`: once for each object, of the class that it has, inherited and overridden, with what it refers to still
there; exceptions end in it; an object may come back."""
from rpython.rlib import rgc


class Log(object):
    def __init__(self):
        self.lines = []
        self.kept = None


log = Log()


class Node(object):
    def __init__(self, name, other):
        self.name = name
        self.other = other

    def __del__(self):
        other = self.other
        log.lines.append('Node ' + self.name + ('' if other is None else ' of ' + other.name))


class Below(Node):
    pass


class Overrides(Node):
    def __del__(self):
        log.lines.append('Overrides ' + self.name)
        Node.__del__(self)


class Raises(Node):
    def __del__(self):
        log.lines.append('Raises ' + self.name)
        raise ValueError


class Returns(Node):
    def __del__(self):
        log.lines.append('Returns ' + self.name)
        log.kept = self


class Unrelated(object):
    def __init__(self, n):
        self.n = n
        if n == 13:
            raise KeyError

    def __del__(self):
        log.lines.append('Unrelated %d' % self.n)


class Allocates(object):
    def __init__(self, n):
        self.n = n

    def __del__(self):
        text = ''
        for i in range(self.n):
            text += str(i)
        Unrelated(self.n)
        log.lines.append('Allocates ' + text)


def make():
    Node('a', None)
    Below('b', None)
    Overrides('c', Node('d', None))
    Raises('e', None)
    Returns('f', None)
    Unrelated(1)
    try:
        Unrelated(13)
    except KeyError:
        log.lines.append('KeyError')
    Allocates(5)


def chain():
    first = None
    for i in range(4):
        first = Node('chain %d' % i, first)
    return first.name


def show(what):
    for i in range(6):
        rgc.collect()
    lines = log.lines
    log.lines = []
    # Which of several dead objects comes first is not told.
    for i in range(len(lines)):
        for j in range(i):
            if lines[i] < lines[j]:
                lines[i], lines[j] = lines[j], lines[i]
    print(what)
    for line in lines:
        print('    ' + line)


def loop(n):
    alive = []
    for i in range(n):
        node = Node(str(i), None)
        if i % 100 == 0:
            alive.append(node)
    return alive


def entry_point(argv):
    make()
    show('made')
    if log.kept is not None:
        print('came back: ' + log.kept.name)
    log.kept = None
    show('dropped again')
    print(chain())
    for i in range(6):
        rgc.collect()
    # Those that refer come first.
    for line in log.lines:
        print(line)
    log.lines = []
    alive = loop(1000)
    for i in range(3):
        rgc.collect()
    print('%d dead, %d alive' % (len(log.lines), len(alive)))
    log.lines = []
    alive = None
    show('the rest')
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point([])
