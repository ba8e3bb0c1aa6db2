import operatr


def entry_point(argv):
    return 0
