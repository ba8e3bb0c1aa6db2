# not-cpython: the stand-in has no `rgc.collect`
# not-low-level: nothing dies there
"""`__del__` of objects so large that they have pages of their own, young and old."""
from rpython.rlib import rgc

FIELDS = 4500
lines = ["class Large(object):", "    def __init__(self, number):", "        self.other = None", "        self.number = number"]
lines += ["        self.field%d = number" % i for i in range(FIELDS)]
exec("\n".join(lines), globals())


class Log(object):
    def __init__(self):
        self.lines = []


log = Log()


def delete(self):
    other = self.other
    log.lines.append("%d %d %d" % (self.number, self.field4499, other.number if other is not None else -1))


Large.__del__ = delete


def pair(n):
    child = Large(n)
    parent = Large(n + 1)
    parent.other = child


def garbage(n):
    size = 0
    for i in range(n):
        items = [i] * 6000
        items.append(n)
        size += len(items)
    return size


def show():
    for i in range(3):
        rgc.collect()
    for line in log.lines:
        print(line)
    print("-")
    log.lines = []


def entry_point(argv):
    Large(1)
    show()
    pair(2)
    show()
    kept = Large(10)
    kept.other = Large(11)
    print(garbage(100))
    show()
    kept.field4499 = 12
    print(garbage(100))
    kept = None
    show()
    return 0


def target(d, a): return entry_point, None
