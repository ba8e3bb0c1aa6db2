# E0441, 1: s + str(n)
def entry_point(argv):
    print('got ' + len(argv))
    return 0
