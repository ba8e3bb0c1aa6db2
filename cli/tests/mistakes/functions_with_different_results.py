# E0411, 2: same type
def one():
    return 1

def two():
    return 'two'

def entry_point(argv):
    f = one if len(argv) > 1 else two
    print(f())
    return 0
