def entry_point(argv):
    i = 1
    while i > 0:
        i += 1
    return i
