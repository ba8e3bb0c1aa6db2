# refused: E0304


class A(object):
    x = 1


def entry_point(argv):
    return getattr(A, 7)
