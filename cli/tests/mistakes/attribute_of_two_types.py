# E0411, 1: of one type
class Box(object):
    def __init__(self, value):
        self.value = value

def entry_point(argv):
    a = Box(1)
    b = Box('text')
    print(a.value)
    return 0
