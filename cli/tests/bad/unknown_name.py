LIMIT = 10


def count(text):
    n = 0
    for c in text:
        if c == ';':
            n += 1
    return LIMT - n


def entry_point(argv):
    return count(argv[1])
