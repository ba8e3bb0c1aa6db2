# E0411, 2: a default of the type that callers pass
def count(text, limit=None):
    if limit is None:
        limit = 10
    return len(text) + limit

def entry_point(argv):
    print(count(argv[0]))
    print(count(argv[0], 3))
    return 0
