# refused: E0465
class Counted(object):
    def __new__(cls, n):
        made = object.__new__(cls)
        made.n = n + 1
        return made


def entry_point(argv):
    print(Counted(len(argv)).n)
    return 0


def target(driver, args):
    return entry_point, None
