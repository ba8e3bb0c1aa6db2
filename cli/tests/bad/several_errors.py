class W_Root(object):
    pass


class W_Int(W_Root):
    def __init__(self, value):
        self.value = value


def first(w):
    return w.vlue


def second(n):
    return len(n)


def third(s):
    return undefined_name + s


def entry_point(argv):
    w = W_Int(len(argv))
    a = first(w)
    b = second(len(argv))
    c = third(len(argv))
    return a + b + c
