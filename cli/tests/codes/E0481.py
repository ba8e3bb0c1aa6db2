class Line(object):
    def __init__(self, text):
        self.text = text

def text(line):
    return line.text

def entry_point(argv):
    return len(text(Line(argv[0])), 2)

#| error[E0481]: len() takes 1 argument, 2 given
#|  --> FILE:9:12
#|   |
#| 3 |         self.text = text
#|   |         --------- attribute `text` is set to a string here
#| ...
#| 6 |     return line.text
#|   |            --------- returned by `text`
#| ...
#| 9 |     return len(text(Line(argv[0])), 2)
#|   |            ^^^^-------------------^^^^
#|   |                |
#|   |                a string comes from here
#|   |
#|   = help: give it the arguments that it takes
#|
#| genext: stopped because of an error
