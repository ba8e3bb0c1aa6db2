# E0411, 2: a number cannot be None
def find(names, wanted):
    for i in range(len(names)):
        if names[i] == wanted:
            return i
    return None

def entry_point(argv):
    print(find(argv, 'x'))
    return 0
