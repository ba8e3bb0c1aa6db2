# E0459, 0: assert start >= 0
def entry_point(argv):
    n = len(argv) - 5
    print(argv[0][n:])
    return 0
