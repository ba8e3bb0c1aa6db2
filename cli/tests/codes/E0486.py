class Line(object):
    def __init__(self, argv):
        self.lengths = []
        for a in argv:
            self.lengths.append(len(a))

def lengths(line):
    return line.lengths

def entry_point(argv):
    return len(', '.join(lengths(Line(argv))))

#| error[E0486]: join() of an integer
#|   --> FILE:11:16
#|    |
#|  3 |         self.lengths = []
#|    |         ------------ attribute `lengths` is set to a list of (an integer) here
#| ...
#|  8 |     return line.lengths
#|    |            ------------ returned by `lengths`
#| ...
#| 11 |     return len(', '.join(lengths(Line(argv))))
#|    |                ^^^^^^^^^^-------------------^
#|    |                          |
#|    |                          a list of (an integer) comes from here
#|    |
#|    = help: convert the items to strings first
#|
#| genext: stopped because of an error
