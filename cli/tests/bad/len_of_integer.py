def entry_point(argv):
    n = 3 + len(argv[0])
    return len(n)
