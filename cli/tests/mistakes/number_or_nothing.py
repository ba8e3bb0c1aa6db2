# E0411, 2: a number cannot be None
def limited(n):
    if n > 3:
        return None
    return n

def entry_point(argv):
    print(limited(len(argv)) or 0)
    return 0
