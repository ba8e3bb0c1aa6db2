def entry_point(argv):
    print("%d of %d" % (len(argv),))
    return 0
