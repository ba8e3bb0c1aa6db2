from rpython.rtyper.lltypesystem import lltype, rffi, llmemory


POINT = lltype.GcStruct('point', ('x', lltype.Signed))

class Word(object):
    def __init__(self, text):
        self.text = text

def text_of(word):
    return word.text

def entry_point(argv):
    p = lltype.malloc(POINT)
    p.x = text_of(Word(argv[0]))
    return 0

#| error[E0471]: a string is stored where Signed is expected
#|   --> FILE:15:5
#|    |
#|  8 |         self.text = text
#|    |         --------- attribute `text` is set to a string here
#| ...
#| 11 |     return word.text
#|    |            --------- returned by `text_of`
#| ...
#| 14 |     p = lltype.malloc(POINT)
#|    |         -------------------- a low-level Ptr(point) comes from here
#| 15 |     p.x = text_of(Word(argv[0]))
#|    |     ^^^   ---------------------- a string comes from here
#|    |
#|    = help: convert it: rffi.cast(T, x) for numbers, lltype.cast_pointer(T, p) for pointers
#|
#| genext: stopped because of an error
