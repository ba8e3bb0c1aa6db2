def entry_point(argv):
    print(len(argv))


def target(driver, args):
    return entry_point
