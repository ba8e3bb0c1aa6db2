def entry_point(argv):
    table = [1, 2, 3
    return table[0]


def target(driver, args):
    return entry_point
