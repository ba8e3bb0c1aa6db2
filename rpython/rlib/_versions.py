# genext: python2
"""What versions of RPython's library differ in. A program is written for one of them: for that on the search path, if there is one
(a checkout of PyPy), else for that of RPython 0.2.1. Where both cannot be served at once, modules of the library ask here."""
import os
import sys


def has(file, text):
    """Whether a file of the RPython on the search path has a text."""
    for folder in sys.path:
        path = os.path.join(folder, 'rpython', file)
        if os.path.exists(path):
            with open(path) as source:
                return text in source.read()
    return False


# `getslice` of buffers takes `start, step, size`; it took the end, too, behind the start.
SLICES_WITHOUT_END = has('rlib/buffer.py', 'def getslice(self, start, step, size)')
# Unicode characters of `struct` are UTF-8 and a length, and code points; they were Unicode strings.
STRUCT_WITH_UTF8 = has('rlib/rstruct/nativefmttable.py', 'append_utf8')
