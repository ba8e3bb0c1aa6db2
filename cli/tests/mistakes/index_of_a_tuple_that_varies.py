# E0457, 0: list
def entry_point(argv):
    t = (1, 2.5, "x")
    return t[len(argv)]
