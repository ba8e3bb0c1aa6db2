# E0301, 0: before the branch
def entry_point(argv):
    if len(argv) > 1:
        y = 1
    return y
