class Word(object):
    def __init__(self, text):
        self.text = text.decode('utf-8')

def text_of(word):
    return word.text

def entry_point(argv):
    return len(argv[0] + text_of(Word(argv[0])))

#| error[E0444]: a byte string and a unicode string are concatenated
#|  --> FILE:9:16
#|   |
#| 3 |         self.text = text.decode('utf-8')
#|   |         --------- attribute `text` is set to a unicode string here
#| ...
#| 6 |     return word.text
#|   |            --------- returned by `text_of`
#| ...
#| 9 |     return len(argv[0] + text_of(Word(argv[0])))
#|   |                -------^^^----------------------
#|   |                |         |
#|   |                |         a unicode string comes from here
#|   |                a string comes from here
#|   |
#|   = help: decode the byte string first: s.decode('utf-8')
#|
#| genext: stopped because of an error
