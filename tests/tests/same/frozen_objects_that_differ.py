"""Frozen objects with an `__eq__` of which no two are equal are compared by identity, which is the same."""


class Number(object):
    def __init__(self, value):
        self.value = value

    def _freeze_(self):
        return True

    def __eq__(self, other):
        return self.value == other.value

    def __ne__(self, other):
        return self.value != other.value

    def __hash__(self):
        return self.value


ONE, TWO, THREE = Number(1), Number(2), Number(3)
SOME = [ONE, TWO]


def entry_point(argv):
    some = SOME[len(argv) & 1]
    print(ONE == THREE, ONE == ONE, some == ONE, some != TWO, some in [ONE, THREE], some in (THREE, TWO))
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
