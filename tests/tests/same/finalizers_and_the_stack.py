# not-low-level: nothing dies there
"""A finaliser that finds no room on the stack does not keep others from being called."""
from rpython.rlib import rgc


class Log(object):
    def __init__(self):
        self.count = 0


log = Log()


class Thing(object):
    def __init__(self, n):
        self.n = n

    def __del__(self):
        log.count += 1
        if self.n > 0:
            Thing(self.n - 1)


def deep(n):
    try:
        return deep(n + 1) + 1
    except RuntimeError:
        if log.count == 0:
            # Where there is hardly any room left, and then a call further up, until it was enough.
            Thing(0)
            rgc.collect()
        raise


def entry_point(argv):
    try:
        print(deep(1))
    except RuntimeError:
        print('too deep %s' % (log.count > 0))
    for i in range(5):
        rgc.collect()
    log.count = 0
    Thing(9)
    for i in range(25):
        rgc.collect()
    print(log.count)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point([])
