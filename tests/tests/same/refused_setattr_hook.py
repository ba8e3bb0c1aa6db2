# refused: E0465
class Point(object):
    def __setattr__(self, name, value):
        object.__setattr__(self, name, value * 2)


def entry_point(argv):
    p = Point()
    p.x = len(argv)
    print(p.x)
    return 0


def target(driver, args):
    return entry_point, None
