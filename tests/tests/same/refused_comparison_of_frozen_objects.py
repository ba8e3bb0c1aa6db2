# refused: E0441
"""Frozen objects are told apart by identity; these are equal untranslated."""


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


ONE, TWO, ALSO_ONE = Number(1), Number(2), Number(1)
SOME = [ONE, TWO]


def entry_point(argv):
    some = SOME[len(argv) & 1]
    print(ONE == ALSO_ONE, some == ALSO_ONE)
    return 0


def target(driver, args):
    return entry_point, None
