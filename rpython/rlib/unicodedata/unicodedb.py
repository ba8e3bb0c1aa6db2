# genext: python2
"""Properties of code points, as `rsre_char.set_unicode_db` wants them: of all untranslated, of Latin-1 in translated code."""
from rpython.rlib.objectmodel import we_are_translated
from rpython.rlib.rsre import rsre_char


def _char(code):
    return unichr(code)


def tolower(code):
    if not we_are_translated():
        return ord(_char(code).lower())
    return rsre_char._LATIN_LOWER[code] if 0 <= code < 256 else code


def toupper(code):
    if not we_are_translated():
        upper = _char(code).upper()
        return ord(upper) if len(upper) == 1 else code
    return rsre_char._LATIN_UPPER[code] if 0 <= code < 256 else code


def isspace(code):
    if not we_are_translated():
        return _char(code).isspace()
    return 0 <= code < 256 and rsre_char._LATIN_SPACE[code]


def isalnum(code):
    if not we_are_translated():
        return _char(code).isalnum()
    return 0 <= code < 256 and rsre_char._LATIN_WORD[code] and code != 95


def isalpha(code):
    return isalnum(code) and not isdecimal(code)


def isdecimal(code):
    if not we_are_translated():
        return _char(code).isdecimal()
    return 48 <= code <= 57


isdigit = isdecimal


def islinebreak(code):
    return 10 <= code <= 13 or 28 <= code <= 30 or code == 0x85 or code == 0x2028 or code == 0x2029
