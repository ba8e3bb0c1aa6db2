# Lists whose items have nothing in common cannot be compared.
# refused: E0410
def compare(a, b):
    return a == b

def entry_point(argv):
    print(str([len(argv)] == ['a' + argv[0]]))
    print(str(compare([1], ['a'])))
    return 0

def target(*args):
    return entry_point, None
