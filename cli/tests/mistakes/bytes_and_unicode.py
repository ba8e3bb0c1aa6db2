# E0444, 0: decode
def entry_point(argv):
    print(argv[0] + u'x')
    return 0
