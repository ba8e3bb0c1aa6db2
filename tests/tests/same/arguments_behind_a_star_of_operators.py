# Functions that are operations where their arguments are written one by one get the items behind `*`, too.
class Box(object):
    def __init__(self, n):
        self.n = n

    def __len__(self):
        return self.n

    def __call__(self, a, b=3, c=4):
        return self.n + a * 100 + b * 10 + c


class Small(Box):
    def __call__(self, a, b=5, c=6):
        return self.n - a * 100 + b * 10 + c


def entry_point(argv):
    n = len(argv)
    numbers = [n, 5]
    print(len(*(numbers,)), len(*("abc",)), len(*(Box(7),)), abs(*(-n,)), abs(*(-1.5 * n,)))
    print(repr(*(n,)), repr(*("a",)), hex(*(n + 254,)), divmod(*(n + 16, 5)), pow(*(n + 1, 5)), pow(*(n + 1, 5, 7)))
    print(getattr(*(Box(4), "n")), isinstance(*(Box(1), Small)), isinstance(*(Small(1), Box)), ord(*("a",)))
    try:
        print(divmod(*(n, n - 1)))
    except ZeroDivisionError:
        print("ZeroDivisionError")
    for x in [Box(1), Small(1)]:
        # Keyword arguments of an object that is called.
        print(x(1, c=n), x(a=2, b=n), x(*(1, n)), x(n, *(7, 8)))
    return 0


def target(driver, args):
    return entry_point, None
