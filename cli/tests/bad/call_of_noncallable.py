def entry_point(argv):
    handler = len(argv)
    return handler(1)
