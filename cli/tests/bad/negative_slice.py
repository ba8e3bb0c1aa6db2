def entry_point(argv):
    n = len(argv) - 2
    print(argv[0][n:])
    return 0
