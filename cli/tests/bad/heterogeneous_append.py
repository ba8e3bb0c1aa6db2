def entry_point(argv):
    items = []
    items.append(len(argv))
    for arg in argv:
        items.append(arg)
    return len(items)
