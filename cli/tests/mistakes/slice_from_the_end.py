# E0459, 1: s[max(len(s) - 3, 0):]
def entry_point(argv):
    s = argv[0]
    print(s[-3:])
    return 0
