# refused: E0203
TABLE = [0] * 10 ** 8


def entry_point(argv):
    return TABLE[len(argv)]
