# E0421, 0: rbigint
def entry_point(argv):
    x = 123456789012345678901234567890
    return x + len(argv)
