# refused: E0438
"""A function that is specialised by its object, called of one of two."""
from rpython.rlib import rgc
class Thing(object):
    pass
class Queue(rgc.FinalizerQueue):
    Class = Thing
    def finalizer_trigger(self):
        pass
queues = [Queue(), Queue()]
def entry_point(argv):
    queues[len(argv)].register_finalizer(Thing())
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point([])
