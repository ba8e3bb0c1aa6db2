class Line(object):
    def __init__(self, text):
        self.words = text.split(' ')

def words(line):
    return line.words

def entry_point(argv):
    return int(words(Line(argv[0])))

#| error[E0482]: int() of a list of (a string)
#|  --> FILE:9:12
#|   |
#| 3 |         self.words = text.split(' ')
#|   |         ---------- attribute `words` is set to a list of (a string) here
#| ...
#| 6 |     return line.words
#|   |            ---------- returned by `words`
#| ...
#| 9 |     return int(words(Line(argv[0])))
#|   |            ^^^^--------------------^
#|   |                |
#|   |                a list of (a string) comes from here
#|   |
#|   = help: int() takes numbers and strings; test for None first
#|
#| genext: stopped because of an error
