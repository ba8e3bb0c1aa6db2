# Erased instances are themselves at run time, other erased values and `None` are held by objects; prebuilt ones, too.
from rpython.rlib.rerased import new_erasing_pair, new_static_erasing_pair, erase_int, unerase_int


class Number(object):
    def __init__(self, n):
        self.n = n

    def get(self):
        return self.n


class Double(Number):
    def get(self):
        return self.n * 2


class Named(object):
    def __init__(self, name):
        self.name = name


class Pairs(object):
    erase, unerase = new_static_erasing_pair("numbers")
    erase_named, unerase_named = new_static_erasing_pair("named")


erase_list, unerase_list = new_erasing_pair("list")
erase_tuple, unerase_tuple = new_erasing_pair("tuple")
erase_text, unerase_text = new_erasing_pair("text")
erase_nothing, unerase_nothing = new_erasing_pair("nothing")
# Instances of the same classes as those of another pair.
erase_again, unerase_again = new_erasing_pair("numbers again")
# Of this pair there are prebuilt values only.
erase_early, unerase_early = new_erasing_pair("early")
# And this one has values only at run time, and they are erased after the first test of one.
erase_late, unerase_late = new_erasing_pair("late")

# Erased values that are erased again.
erase_twice, unerase_twice = new_erasing_pair("twice")

NUMBER, NAMED, LIST, TUPLE, TEXT, NOTHING, INT, AGAIN, EARLY, LATE = range(10)

early = Number(5)
prebuilt = [
    (NUMBER, Pairs.erase(Number(3))),
    (NAMED, Pairs.erase_named(Named("abc"))),
    (LIST, erase_list([1, 2, 3])),
    (NUMBER, Pairs.erase(None)),
    (NUMBER, Pairs.erase(Double(4))),
    (TUPLE, erase_tuple((1, "x"))),
    (TEXT, erase_text("hello")),
    (NOTHING, erase_nothing(None)),
    (NAMED, Pairs.erase_named(None)),
    (AGAIN, erase_again(early)),
    (EARLY, erase_early(early)),
    (INT, erase_int(-4)),
]


class Slots(object):
    def __init__(self):
        self.items = [Pairs.erase(None)] * 2
        self.last = erase_nothing(None)


def number(x):
    return "none" if x is None else str(x.get())


def show(kind, e):
    if kind == NUMBER:
        return number(Pairs.unerase(e))
    if kind == NAMED:
        named = Pairs.unerase_named(e)
        return "unnamed" if named is None else named.name
    if kind == LIST:
        return str(unerase_list(e))
    if kind == TUPLE:
        n, text = unerase_tuple(e)
        return text + str(n)
    if kind == TEXT:
        return unerase_text(e)
    if kind == INT:
        return str(unerase_int(e))
    if kind == AGAIN:
        return number(unerase_again(e))
    if kind == EARLY:
        return number(unerase_early(e))
    if kind == LATE:
        return number(unerase_late(e))
    return "?"


def entry_point(argv):
    n = len(argv)
    for kind, e in prebuilt:
        print("%d %s" % (kind, show(kind, e)))
    slots = Slots()
    slots.last = Pairs.erase(Number(n))
    slots.items[0] = erase_again(Double(n))
    slots.items.append(erase_list([n, n]))
    slots.items.append(erase_int(n + 7))
    slots.items.append(erase_tuple((n, "t")))
    slots.items.append(Pairs.erase_named(Named("m" * n)))
    kinds = [AGAIN, NUMBER, LIST, INT, TUPLE, NAMED]
    for i in range(len(slots.items)):
        print(show(kinds[i], slots.items[i]))
    print(show(NUMBER, slots.last))
    # The same object comes back, and what is stored in it is seen there.
    again = Pairs.unerase(slots.last)
    again.n = 60
    print("%s %s" % (show(NUMBER, slots.last), Pairs.unerase(slots.last) is again))
    one = unerase_early(prebuilt[10][1])
    print("%s %s" % (one is unerase_again(prebuilt[9][1]), one is early))
    slots.last = erase_late(Number(n) if n > 5 else None)
    print(show(LATE, slots.last))
    slots.last = erase_late(again)
    print(show(LATE, slots.last))
    for kind, e in prebuilt[:4]:
        twice = erase_twice(e)
        print(show(kind, unerase_twice(twice)))
    twice = erase_twice(slots.last if n < 5 else None)
    print(show(LATE, unerase_twice(twice)))
    twice = erase_twice(slots.last if n > 5 else None)
    print(unerase_twice(twice) is None)
    return 0
