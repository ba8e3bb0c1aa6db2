# genext: python2
"""The name by which RPython has Unicode 8.0.0.  The data are those of Unicode 14, as everywhere."""
from rpython.rlib.unicodedata.unicodedb import *
