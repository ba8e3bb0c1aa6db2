def entry_point(argv):
    seen = set()
    for arg in argv:
        seen.add(arg)
    return len(seen)
