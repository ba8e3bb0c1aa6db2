# E0900, 0: list
def entry_point(argv):
    t = (1, 2, 3)
    return t[len(argv)]
