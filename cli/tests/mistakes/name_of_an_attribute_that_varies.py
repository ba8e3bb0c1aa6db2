# E0443, 0: unrolling_iterable
class A(object):
    def __init__(self):
        self.x = 1

def entry_point(argv):
    return getattr(A(), argv[0])
