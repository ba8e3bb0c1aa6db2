def entry_point(argv):
    limit = 100000000000000000000
    return len(argv) + limit
