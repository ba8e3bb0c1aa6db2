def show(x):
    return x


def entry_point(argv):
    show(len(argv))
    show(argv[0])
    return 0
