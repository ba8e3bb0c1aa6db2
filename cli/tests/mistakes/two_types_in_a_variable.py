# E0411, 2: a variable is of one type
def entry_point(argv):
    if len(argv) > 1:
        x = 1
    else:
        x = 'one'
    print(x)
    return 0
