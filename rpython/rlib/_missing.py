# genext: python2
"""What is not there ends the program when it is called. To the annotator it is a function like others, which may give its result:
callers are looked at to their end."""
import os
from rpython.rlib.nonconst import NonConstant


def refuse(what):
    """Says so, and raises NotImplementedError, which no program can handle."""
    if NonConstant(True):
        os.write(2, what + '\n')
        raise NotImplementedError(what)
