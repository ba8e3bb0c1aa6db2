def entry_point():
    return 0


def target(driver, args):
    return entry_point
