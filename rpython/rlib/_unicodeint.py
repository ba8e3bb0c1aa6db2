# genext: python3
"""What the annotator puts in place of `int` of a unicode string in sources of Python 3."""
from rpython.rlib._unicodetext import ascii_digits


def to_int(u, base=10):
    """`int(u, base)` of Python 3."""
    return int(ascii_digits(u), base)
