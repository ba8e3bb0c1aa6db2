# warned: W0455
# translated: 1 1 1
# translated: 0 0
# translated: 3 3 3
# translated: 1 1 1
# translated: True 5
# A boolean that meets an integer in one variable is an integer when translated.
class Box(object):
    def __init__(self, x):
        self.x = x


def pick(n):
    if n == 1:
        return True
    return n


def entry_point(argv):
    n = len(argv)
    b = Box(n > 0)
    print(str(b.x), "%s" % b.x, "%d" % b.x)
    b.x = n > 5
    x = b.x
    print(x, repr(x))
    b.x = n + 2
    print(b.x, b.x + 0, int(b.x))
    y = pick(n)
    print(y, int(y), y + 0)
    print(n == 1, n + 4)
    return 0
