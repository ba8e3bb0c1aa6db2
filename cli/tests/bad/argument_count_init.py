class W_Int(object):
    def __init__(self, value):
        self.value = value


def entry_point(argv):
    w = W_Int()
    return w.value
