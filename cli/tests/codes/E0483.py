class Line(object):
    def __init__(self, text):
        self.words = text.split(' ')

def words(line):
    return line.words

def entry_point(argv):
    return len(tuple(words(Line(argv[0]))))

#| error[E0483]: tuple() of something whose length is not known
#|  --> FILE:9:16
#|   |
#| 3 |         self.words = text.split(' ')
#|   |         ---------- attribute `words` is set to a list of (a string) here
#| ...
#| 6 |     return line.words
#|   |            ---------- returned by `words`
#| ...
#| 9 |     return len(tuple(words(Line(argv[0]))))
#|   |                ^^^^^^--------------------^
#|   |                      |
#|   |                      a list of (a string) comes from here
#|   |
#|   = help: the length of a tuple is a part of its type: use the list
#|
#| genext: stopped because of an error
