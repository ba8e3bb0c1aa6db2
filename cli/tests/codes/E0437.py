from rpython.rlib import types
from rpython.rlib.signature import signature

@signature(types.int(), returns=types.int())
def double(x):
    return x * 2

class Word(object):
    def __init__(self, text):
        self.text = text

def text_of(word):
    return word.text

def entry_point(argv):
    return double(text_of(Word(argv[0])))

#| error[E0437]: argument `x` of `E0437.double` is a string, declared is an integer
#|   --> FILE:16:12
#|    |
#|  5 | def double(x):
#|    |     ------ declared here
#| ...
#| 16 |     return double(text_of(Word(argv[0])))
#|    |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^
#|    |
#|    = help: convert the value, or declare the type that it has
#|
#| genext: stopped because of an error
