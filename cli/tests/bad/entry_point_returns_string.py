def entry_point(argv):
    return argv[0]


def target(driver, args):
    return entry_point
