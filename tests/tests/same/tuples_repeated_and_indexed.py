# Tuples are repeated a constant number of times, and indexed by variables if their items are of one type.
class Base(object):
    def name(self):
        return "base"


class Derived(Base):
    def name(self):
        return "derived"


NAMES = ("zero", "one", "two")


def entry_point(argv):
    n = len(argv)
    pair = (n, "x")
    print((pair * 2)[3], (3 * pair)[4], len(pair * 0), len(pair * -1), len((n,) * 5))
    grown = (n, 2)
    grown *= 2
    print(grown[2], grown[3])
    numbers = (n, 20, 30)
    objects = (Derived(), Base(), Derived())
    for i in range(-4, 4):
        try:
            print(i, numbers[i], NAMES[i], objects[i].name())
        except IndexError:
            print(i, "IndexError")
    print((1.5, n)[n - 1], ("a", "bc")[n], (None, "x")[n])
    return 0


def target(driver, args):
    return entry_point, None
