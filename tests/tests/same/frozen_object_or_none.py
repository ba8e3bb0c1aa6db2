# python2
"""Methods of a frozen object that may be None; one of them is evaluated while translating."""
from rpython.rlib.objectmodel import specialize


class State(object):
    def __init__(self):
        self.current = 5


class Space(object):
    def __init__(self):
        self.states = {}

    def _freeze_(self):
        return True

    @specialize.memo()
    def state_of(self, key):
        if key not in self.states:
            self.states[key] = key()
        return self.states[key]

    def plus_one(self, x):
        return x + 1


class Holder(object):
    def __init__(self):
        self.space = None


holder = Holder()
space = Space()


def set_current(n):
    holder.space.state_of(State).current = n


def entry_point(argv):
    try:
        set_current(1)
    except AttributeError:
        print 'None'
    if len(argv) < 5:
        holder.space = space
    set_current(len(argv) + 6)
    print holder.space.plus_one(len(argv)), space.state_of(State).current
    holder.space = None
    try:
        set_current(1)
    except AttributeError:
        print 'None'
    return 0


def target(driver, args):
    return entry_point
