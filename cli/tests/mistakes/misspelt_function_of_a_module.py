# E0304, 0: did you mean `write`?
import os

def entry_point(argv):
    os.wirte(1, "hello\n")
    return 0
