"""Patterns as lists of codes (`sre_constants` names them). The compiler is that of the built-in `re`."""
import re
from rpython.rlib.rsre.rpy.sre_constants import MAGIC
from rpython.rlib.rsre.rsre_char import CODESIZE, MAXREPEAT, getlower

# That of the Python whose codes these are.
VERSION = '2.7.6'


def get_code(regexp, flags=0, allargs=False):
    """The codes; with `allargs` also the flags and (number of groups, dictionary of their names, list of their names by number)."""
    pattern = re.compile(regexp, flags)
    code = list(pattern._program.sre)
    if not allargs:
        return code
    names = [None] * (pattern.groups + 1)
    for name, number in pattern.groupindex.items():
        names[number] = name
    return code, pattern.flags, (pattern.groups, pattern.groupindex, names)
