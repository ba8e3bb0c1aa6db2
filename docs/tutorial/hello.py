def entry_point(argv):
    print("%d arguments" % (len(argv) - 1))
    return 0


def target(driver, args):
    return entry_point
