class Line(object):
    def __init__(self, text):
        self.text = text

def text(line):
    return line.text

def entry_point(argv):
    return len(argv[text(Line(argv[0]))])

#| error[E0456]: the index is a string
#|  --> FILE:9:16
#|   |
#| 3 |         self.text = text
#|   |         --------- attribute `text` is set to a string here
#| ...
#| 6 |     return line.text
#|   |            --------- returned by `text`
#| ...
#| 9 |     return len(argv[text(Line(argv[0]))])
#|   |                ^^^^^-------------------^
#|   |                |    |
#|   |                |    a string comes from here
#|   |                it must be an integer
#|   |
#|   = help: lists are indexed with integers: is a dictionary meant?
#|
#| genext: stopped because of an error
