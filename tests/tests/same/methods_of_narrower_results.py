# One method of a family returns a string, and where only its overrides can be called all results are characters (or
# booleans, of integers).
class Base(object):
    def name(self):
        return 'base'

    def wide(self):
        return u'wide'

    def flag(self):
        return 7


class Letter(Base):
    def __init__(self, n):
        self.n = n

    def name(self):
        return chr(97 + self.n % 26)

    def wide(self):
        return u'abcdefgh'[self.n % 8]

    def flag(self):
        return self.n > 3


class Other(Letter):
    def name(self):
        return chr(65 + self.n % 26)

    def wide(self):
        return u'ABCDEFGH'[self.n % 8]

    def flag(self):
        return self.n > 4


def letter(n):
    if n % 2:
        return Letter(n)
    return Other(n)


def any_of(n):
    if n % 3:
        return letter(n)
    return Base()


def entry_point(argv):
    for n in range(7):
        one = letter(n)
        x = any_of(n)
        code = ord(one.name())
        print("%d %d %s %d %d" % (n, code, x.name(), ord(x.wide()[0]), int(x.flag())))
        if one.flag():
            print("flag %d" % ord(one.wide()))
    return 0


def target(*args):
    return entry_point, None
