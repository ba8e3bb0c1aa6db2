# refused: E0421


def entry_point(argv):
    print(1 << 10 ** 10)
    return 0
