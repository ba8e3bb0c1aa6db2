# E0201, 0: did you mean `elidable`?
from rpython.rlib.jit import JitDriver, elidabel

def entry_point(argv):
    return 0
