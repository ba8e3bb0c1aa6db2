# W0458, 0: call `keys()` again
def entry_point(argv):
    d = {'a': 1}
    names = d.keys()
    for arg in argv:
        d[arg] = 2
    print(len(names))
    return 0
