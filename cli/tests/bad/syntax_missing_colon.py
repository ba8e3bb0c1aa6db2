def entry_point(argv):
    if len(argv) > 1
        return 1
    return 0
