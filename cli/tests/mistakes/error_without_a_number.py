# W0457, 1: give the number
def entry_point(argv):
    try:
        if len(argv) < 5:
            raise OSError("too few arguments")
    except OSError as e:
        return e.errno
    return 0
