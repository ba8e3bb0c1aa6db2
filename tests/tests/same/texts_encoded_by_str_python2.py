# python2
# `str(u)` of Python 2 encodes in ASCII, and handlers see that it cannot.
TEXTS = [u"plain", u"\u20ac", u"", u"\xe9t\xe9"]


def encoded(u):
    try:
        return str(u)
    except UnicodeEncodeError:
        return "beyond ASCII"


def inner(u):
    return str(u) + "!"


def outer(u):
    try:
        return inner(u)
    except ValueError:
        return "not encoded"


def entry_point(argv):
    for u in TEXTS:
        print encoded(u), outer(u)
    return 0


def target(driver, args):
    return entry_point, None
