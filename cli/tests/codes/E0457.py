class Line(object):
    def __init__(self, n):
        self.n = n
        self.pair = (n, 'x')

def number(line):
    return line.n

def entry_point(argv):
    line = Line(len(argv))
    return line.pair[number(line)]

#| error[E0457]: a tuple is indexed with a variable
#|   --> FILE:11:12
#|    |
#|  3 |         self.n = n
#|    |         ------ attribute `n` is set to an integer here
#|  4 |         self.pair = (n, 'x')
#|    |         --------- attribute `pair` is set to a 2-tuple (an integer; a character) here
#| ...
#|  7 |     return line.n
#|    |            ------ returned by `number`
#| ...
#| 11 |     return line.pair[number(line)]
#|    |            ---------^------------^
#|    |            |         |
#|    |            |         an integer comes from here
#|    |            its items are of different types
#|    |            a 2-tuple (an integer; a character) comes from here
#|    |
#|    = help: index a tuple with a constant, or use a list
#|
#| genext: stopped because of an error
