from rpython.rtyper.lltypesystem import lltype, rffi, llmemory


class Config(object):
    def __init__(self, n):
        self.n = n

def number(c):
    return c.n

def entry_point(argv):
    p = lltype.malloc(number(Config(len(argv))), 3)
    return 0

#| error[E0473]: malloc() needs a low-level type: an integer is none
#|   --> FILE:12:9
#|    |
#|  6 |         self.n = n
#|    |         ------ attribute `n` is set to an integer here
#| ...
#|  9 |     return c.n
#|    |            --- returned by `number`
#| ...
#| 12 |     p = lltype.malloc(number(Config(len(argv))), 3)
#|    |         ^^^^^^^^^^^^^^-------------------------^^^^
#|    |                       |
#|    |                       an integer comes from here
#|    |
#|    = help: the type must be a constant, such as a global variable
#|
#| genext: stopped because of an error
