# refused: E0444
# python2
# Whether a text is a byte string is not asked where it may also be a unicode one.


def pick(n):
    if n > 3:
        return 'x'
    return u'y'


def entry_point(argv):
    return int(isinstance(pick(len(argv)), str)) + int(type("".join([u'a', unichr(len(argv))])) is str)
