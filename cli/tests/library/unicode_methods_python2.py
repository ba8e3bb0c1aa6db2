# genext: python2
"""Methods of unicode strings, over all code points: one number for each method."""
NAMES = ['upper', 'lower', 'isalpha', 'isalnum', 'isdigit', 'isspace', 'strip', 'split', 'splitlines', 'int']


class Sums(object):
    def __init__(self):
        self.sums = [0] * len(NAMES)

    def add(self, at, number):
        self.sums[at] = (self.sums[at] * 31 + number) & 0xffffffffffff

    def text(self, at, u, before):
        if u != before:
            for c in u:
                self.add(at, ord(c))

    def kinds(self, u):
        for c in u:
            if c.isalnum():
                self.add(3, ord(c))
                if c.isalpha():
                    self.add(2, ord(c))
                elif c.isdigit():
                    self.add(4, ord(c))
                    self.number(c)
            elif c.isspace():
                self.add(5, ord(c))

    def number(self, c):
        try:
            self.add(9, int(c) + 1)
        except ValueError:
            self.add(9, 0)

    def block(self, u, apart):
        """`u` has the characters of a block, `apart` has a letter behind each."""
        self.text(0, u.upper(), u)
        self.text(1, apart.lower(), apart)
        self.text(6, u.strip(), u)
        for piece in apart.split():
            self.add(7, len(piece))
        for piece in apart.splitlines():
            self.add(8, len(piece))
        self.kinds(u)


def entry_point(argv):
    sums = Sums()
    for start in range(0, 0x110000, 256):
        characters = [unichr(code) for code in range(start, start + 256)]
        sums.block(u''.join(characters), u'x'.join(characters))
    for i in range(len(NAMES)):
        print NAMES[i], sums.sums[i]
    return 0
