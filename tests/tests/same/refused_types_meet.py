# refused: E0411


def entry_point(argv):
    x = 1
    if len(argv) > 1:
        x = 'one'
    print(x)
    return 0
