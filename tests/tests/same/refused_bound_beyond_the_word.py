# refused: E0421


def entry_point(argv):
    if len(argv) < 1 << 63:
        print('less')
    return 0
