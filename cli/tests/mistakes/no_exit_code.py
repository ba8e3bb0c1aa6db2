# E0118, 0: return 0
def entry_point(argv):
    print(len(argv))
