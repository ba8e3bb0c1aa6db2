# Empty lists may share the memory for their items, but they are lists of their own, whether they grow or not.
class Holder(object):
    def __init__(self):
        self.items = []
        self.other = []


def squares(n):
    return [i * i for i in range(n)]


def entry_point(argv):
    a = Holder()
    b = Holder()
    a.items.append(1)
    b.items.append(2)
    b.items.append(3)
    print(len(a.items), len(b.items), len(a.other), len(b.other))
    print(a.other is b.other, a.other == b.other)
    # Of fixed size: nothing is added to them.
    none = squares(len(argv) - 1)
    nothing = squares(len(argv) - 1)
    print(none is nothing, none == nothing, len(none))
    fixed = list(nothing)
    print(fixed is nothing, fixed is none)
    grown = []
    for i in range(20):
        if i % 3 == 0:
            grown = []
        grown.append(i)
    print(grown)
    del grown[:]
    empty = []
    print(grown == empty, grown is empty, len(grown))
    grown.append(7)
    print(grown, empty)
    return 0
