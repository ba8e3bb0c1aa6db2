from rpython.rlib.debug import check_nonneg

class Line(object):
    def __init__(self, n):
        self.n = n - 1

def number(line):
    return line.n

def entry_point(argv):
    n = number(Line(len(argv)))
    check_nonneg(n)
    return n

#| error[E0488]: check_nonneg(): the annotator does not prove that this is non-negative
#|   --> FILE:12:5
#|    |
#|  5 |         self.n = n - 1
#|    |         ------ attribute `n` is set to an integer here
#| ...
#|  8 |     return line.n
#|    |            ------ returned by `number`
#| ...
#| 11 |     n = number(Line(len(argv)))
#|    |         ----------------------- an integer comes from here
#| 12 |     check_nonneg(n)
#|    |     ^^^^^^^^^^^^^^^
#|    |
#|    = help: say what is known: `assert n >= 0` before it
#|
#| genext: stopped because of an error
