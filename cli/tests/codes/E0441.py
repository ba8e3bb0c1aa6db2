class Word(object):
    def __init__(self, text):
        self.text = text

def text_of(word):
    return word.text

def entry_point(argv):
    words = []
    words.append(text_of(Word(argv[0])))
    return words[0] - len(argv)

#| error[E0441]: `-` is not possible on a string and an integer
#|   --> FILE:11:12
#|    |
#| 10 |     words.append(text_of(Word(argv[0])))
#|    |     ------------------------------------ a string is put into the list here
#| 11 |     return words[0] - len(argv)
#|    |            --------^^^---------
#|    |            |          |
#|    |            |          an integer comes from here
#|    |            a string comes from here
#|    |
#|    = help: convert the number: s + str(n)
#|
#| genext: stopped because of an error
