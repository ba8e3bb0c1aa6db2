# E0454, 0: range(start, stop, step)
def entry_point(argv):
    for arg in argv[::2]:
        print(arg)
    return 0
