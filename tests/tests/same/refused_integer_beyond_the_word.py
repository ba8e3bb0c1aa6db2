# refused: E0421


def entry_point(argv):
    n = len(argv) + 2 ** 100
    print(n)
    return 0
