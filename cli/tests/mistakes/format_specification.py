# E0445, 0: text
def entry_point(argv):
    print(f"{argv:>8}")
    return 0
