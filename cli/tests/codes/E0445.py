class Word(object):
    def __init__(self, text):
        self.text = text

def text_of(word):
    return word.text

def entry_point(argv):
    return len('%d words' % text_of(Word(argv[0])))

#| error[E0445]: `%d` with a string
#|  --> FILE:9:16
#|   |
#| 3 |         self.text = text
#|   |         --------- attribute `text` is set to a string here
#| ...
#| 6 |     return word.text
#|   |            --------- returned by `text_of`
#| ...
#| 9 |     return len('%d words' % text_of(Word(argv[0])))
#|   |                ^^^^^^^^^^^^^----------------------
#|   |                             |
#|   |                             a string comes from here
#|   |
#|   = help: use %s for texts, int(x) for floats
#|
#| genext: stopped because of an error
