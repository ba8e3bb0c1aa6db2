# E0422, 0: use a dictionary
def entry_point(argv):
    seen = set()
    seen.add(argv[0])
    return len(seen)
