# not-cpython: the stand-in has no queues
# not-low-level: nothing dies there
"""`__del__` is called once, also of an object that came back and is registered with a queue then."""
from rpython.rlib import rgc


class Log(object):
    def __init__(self):
        self.dels = 0
        self.kept = None


log = Log()


class Thing(object):
    def __del__(self):
        log.dels += 1
        log.kept = self


class Queue(rgc.FinalizerQueue):
    Class = Thing
    def finalizer_trigger(self):
        pass


queue = Queue()


def make():
    Thing()


def again():
    t = log.kept
    if t is not None:
        queue.register_finalizer(t)
    log.kept = None


def collect():
    for i in range(4):
        rgc.collect()


def entry_point(argv):
    make()
    collect()
    again()
    collect()
    print(queue.next_dead() is not None)
    collect()
    print(log.dels)
    return 0


def target(d, a): return entry_point, None


if __name__ == "__main__":
    entry_point([])
