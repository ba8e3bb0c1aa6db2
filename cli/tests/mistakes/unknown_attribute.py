# E0451, 1: there is `length`
class Word(object):
    def __init__(self):
        self.length = 1

def entry_point(argv):
    w = Word()
    return w.lenght
