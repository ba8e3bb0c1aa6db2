# E0463, 1: as many names as the tuple has items
def bounds(items):
    return min_of(items), len(items)

def min_of(items):
    return items[0]

def entry_point(argv):
    low, high, size = bounds(argv)
    print(low)
    return 0
