# genext: python2
"""Functions of the C library that can be said in RPython: what `rffi.llexternal` gives for their names. Characters are classified as
in the locale of C, with the numbers that glibc gives."""
import math
import os
from rpython.rlib.objectmodel import specialize
from rpython.rtyper.lltypesystem import _ctime

_UPPER, _LOWER, _ALPHA, _DIGIT, _XDIGIT, _SPACE, _PRINT, _GRAPH = [256 << i for i in range(8)]
_BLANK, _CNTRL, _PUNCT, _ALNUM = 1, 2, 4, 8


def _classes(n):
    c = chr(n)
    bits = 0
    if n > 127:
        return bits
    for holds, bit in ((c.isupper(), _UPPER), (c.islower(), _LOWER), (c.isalpha(), _ALPHA), (c.isdigit(), _DIGIT),
                       (c in '0123456789abcdefABCDEF', _XDIGIT), (9 <= n <= 13 or n == 32, _SPACE), (32 <= n < 127, _PRINT),
                       (32 < n < 127, _GRAPH), (c in ' \t', _BLANK), (n < 32 or n == 127, _CNTRL),
                       (32 < n < 127 and not c.isalnum(), _PUNCT), (c.isalnum(), _ALNUM)):
        if holds:
            bits |= bit
    return bits


_CLASSES = [_classes(n) for n in range(256)]


def _asking(bit):
    def ask(c):
        return _CLASSES[c] & bit if 0 <= c < 256 else 0
    return ask


def _tolower(c):
    return c + 32 if 65 <= c <= 90 else c


def _toupper(c):
    return c - 32 if 97 <= c <= 122 else c


@specialize.argtype(0)
def _abs(n):
    return -n if n < 0 else n


@specialize.argtype(0)
def char_at(text, i):
    """A character of an argument of type `char *`: raw memory, or a string, which ends where it ends."""
    if isinstance(text, str):
        return text[i] if i < len(text) else '\x00'
    return text[i]


@specialize.argtype(0)
def _strlen(text):
    n = 0
    while char_at(text, n) != '\x00':
        n += 1
    return n


@specialize.argtype(0, 1)
def _strcmp(a, b):
    i = 0
    while char_at(a, i) == char_at(b, i):
        if char_at(a, i) == '\x00':
            return 0
        i += 1
    return ord(char_at(a, i)) - ord(char_at(b, i))


def _wcscoll(a, b):
    i = 0
    while a[i] == b[i]:
        if a[i] == u'\x00':
            return 0
        i += 1
    return ord(a[i]) - ord(b[i])


@specialize.argtype(0, 1)
def _strxfrm(out, text, size):
    """What `strcmp` compares as `strcoll` does: in the locale of C that is the text. Written if there is room for it."""
    n = _strlen(text)
    if n < size:
        for i in range(n):
            out[i] = char_at(text, i)
        out[n] = '\x00'
    return n


FUNCTIONS = {
    ('tolower', 1): _tolower, ('toupper', 1): _toupper, ('strlen', 1): _strlen, ('strcmp', 2): _strcmp, ('strcoll', 2): _strcmp,
    ('abs', 1): _abs, ('labs', 1): _abs, ('llabs', 1): _abs, ('wcscoll', 2): _wcscoll, ('strxfrm', 3): _strxfrm,
    ('isalnum', 1): _asking(_ALNUM), ('isalpha', 1): _asking(_ALPHA), ('isblank', 1): _asking(_BLANK),
    ('iscntrl', 1): _asking(_CNTRL), ('isdigit', 1): _asking(_DIGIT), ('isgraph', 1): _asking(_GRAPH),
    ('islower', 1): _asking(_LOWER), ('isprint', 1): _asking(_PRINT), ('ispunct', 1): _asking(_PUNCT),
    ('isspace', 1): _asking(_SPACE), ('isupper', 1): _asking(_UPPER), ('isxdigit', 1): _asking(_XDIGIT),
    ('getpid', 0): os.getpid, ('getppid', 0): os.getppid, ('getuid', 0): os.getuid, ('geteuid', 0): os.geteuid,
    ('getgid', 0): os.getgid, ('getegid', 0): os.getegid,
    ('fabs', 1): math.fabs, ('atan', 1): math.atan, ('atan2', 2): math.atan2, ('copysign', 2): math.copysign,
}
# What else may be linked in: these names mean the same with them.
_LIBRARIES = ('c', 'm')


def find(name, args, result, info):
    """The function of a name for these types, or None. It is another one where the program brings C code of its own."""
    if info is not None:
        for library in info.libraries:
            if library not in _LIBRARIES:
                return None
        if (info.separate_module_sources or info.separate_module_files or info.pre_include_bits or info.post_include_bits or
                info.link_files or info.include_dirs):
            return None
    key = name, len(args)
    if key in _ctime.MAKERS:
        return _ctime.MAKERS[key](args, result)
    return FUNCTIONS.get(key)
