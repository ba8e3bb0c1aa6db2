# E0403, 1: parameters
def f(**options):
    return len(options)

def entry_point(argv):
    return f(a=1)
