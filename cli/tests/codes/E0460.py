class Line(object):
    def __init__(self, n):
        self.n = n

def number(line):
    return line.n

def entry_point(argv):
    total = 0
    for x in number(Line(len(argv))):
        total += 1
    return total

#| error[E0460]: an integer cannot be iterated over
#|   --> FILE:10:14
#|    |
#|  3 |         self.n = n
#|    |         ------ attribute `n` is set to an integer here
#| ...
#|  6 |     return line.n
#|    |            ------ returned by `number`
#| ...
#| 10 |     for x in number(Line(len(argv))):
#|    |              ^^^^^^^^^^^^^^^^^^^^^^^ an integer comes from here
#|    |
#|    = help: loop over its values with range(n)
#|
#| genext: stopped because of an error
