# E0460, 0: range(n)
def entry_point(argv):
    for i in len(argv):
        print(i)
    return 0
