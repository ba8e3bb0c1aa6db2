# E0404, 1: can be called
def entry_point(argv):
    size = len(argv)
    return size()
