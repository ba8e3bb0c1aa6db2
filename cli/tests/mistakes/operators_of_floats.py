# E0441, 1: int()
def entry_point(argv):
    x = 1.5 * len(argv)
    return int(x & 3)
