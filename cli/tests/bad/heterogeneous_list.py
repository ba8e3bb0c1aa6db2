def entry_point(argv):
    items = [1, "two", 3]
    return len(items)
