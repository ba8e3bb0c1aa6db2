class Word(object):
    def __init__(self, text):
        self.text = text

def text_of(word):
    return word.text

def entry_point(argv):
    return ord(text_of(Word(argv[0])))

#| error[E0440]: ord() of a string
#|  --> FILE:9:12
#|   |
#| 3 |         self.text = text
#|   |         --------- attribute `text` is set to a string here
#| ...
#| 6 |     return word.text
#|   |            --------- returned by `text_of`
#| ...
#| 9 |     return ord(text_of(Word(argv[0])))
#|   |            ^^^^----------------------^
#|   |            |   |
#|   |            |   a string comes from here
#|   |            its length is not known to be 1
#|   |
#|   = help: index it first: ord(s[0])
#|
#| genext: stopped because of an error
