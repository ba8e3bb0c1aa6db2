# E0411, 1: the values of a dictionary are of one type
def entry_point(argv):
    d = {'size': 3}
    d['name'] = argv[0]
    return len(d)
