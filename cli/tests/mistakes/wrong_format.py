# E0445, 0: use %s
def entry_point(argv):
    print('%d arguments' % argv[0])
    return 0
