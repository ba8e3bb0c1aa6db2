# refused: E0456


def entry_point(argv):
    x = None
    try:
        n = int(argv[x])
    except (IndexError, TypeError):
        n = 3
    print(n)
    return 0
