# E0403, 1: default
def add(a, b):
    return a + b

def entry_point(argv):
    return add(len(argv))
