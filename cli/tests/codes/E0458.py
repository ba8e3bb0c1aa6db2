class Line(object):
    def __init__(self, n):
        self.n = n

def number(line):
    return line.n

def entry_point(argv):
    return number(Line(len(argv)))[0]

#| error[E0458]: an integer cannot be indexed
#|  --> FILE:9:12
#|   |
#| 3 |         self.n = n
#|   |         ------ attribute `n` is set to an integer here
#| ...
#| 6 |     return line.n
#|   |            ------ returned by `number`
#| ...
#| 9 |     return number(Line(len(argv)))[0]
#|   |            -----------------------^^^
#|   |            |
#|   |            an integer comes from here
#|   |
#|   = help: a number has no items: is it the list or string that was meant?
#|
#| genext: stopped because of an error
