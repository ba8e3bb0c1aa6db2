class Line(object):
    def __init__(self, text):
        self.width = len(text)

def width(line):
    return line.width

def entry_point(argv):
    return len(width(Line(argv[0])))

#| error[E0455]: an integer has no len()
#|  --> FILE:9:12
#|   |
#| 3 |         self.width = len(text)
#|   |         ---------- attribute `width` is set to an integer here
#| ...
#| 6 |     return line.width
#|   |            ---------- returned by `width`
#| ...
#| 9 |     return len(width(Line(argv[0])))
#|   |            ^^^^--------------------^
#|   |                |
#|   |                an integer comes from here
#|   |
#|   = help: only strings, lists, dictionaries, tuples and objects with __len__ have a length
#|
#| genext: stopped because of an error
