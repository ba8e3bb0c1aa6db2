# genext: python2
"""What code objects of functions say about their arguments."""
from rpython.flowspace.argument import Signature

CO_VARARGS, CO_VARKEYWORDS = 4, 8


def cpython_code_signature(code):
    count = code.co_argcount
    names = list(code.co_varnames)
    rest = names[count:]
    varargs = rest.pop(0) if code.co_flags & CO_VARARGS else None
    keywords = rest.pop(0) if code.co_flags & CO_VARKEYWORDS else None
    return Signature(names[:count], varargs, keywords)
