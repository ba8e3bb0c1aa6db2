# Weak references are not compared: untranslated what they refer to is.
# refused: E0441
import weakref


class Thing(object):
    pass


def entry_point(argv):
    thing = Thing()
    print(weakref.ref(thing) == weakref.ref(thing))
    return 0
