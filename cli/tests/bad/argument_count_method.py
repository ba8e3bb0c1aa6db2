class Counter(object):
    def add(self, n):
        return n + 1


def entry_point(argv):
    return Counter().add(1, 2)
