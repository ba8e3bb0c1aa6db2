# refused: E0201
TEXT = 'x'.zfill(10 ** 18)


def entry_point(argv):
    return len(TEXT)
