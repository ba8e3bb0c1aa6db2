"""Patterns as lists of codes (`sre_constants` names them). The compiler is that of the built-in `re`."""
import re
from rpython.rlib.rsre import rsre_char

VERSION = "2.7.6"
MAGIC = 20031017
MAXREPEAT = rsre_char.MAXREPEAT
CODESIZE = rsre_char.CODESIZE
getlower = rsre_char.getlower


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
