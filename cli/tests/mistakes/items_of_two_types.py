# E0414, 1: use a tuple
def entry_point(argv):
    items = [1, len(argv)]
    items.append('three')
    return len(items)
