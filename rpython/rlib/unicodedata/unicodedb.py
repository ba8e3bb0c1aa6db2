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


# Categories of Latin-1: each with how many characters in a row have it.
_RUNS = ("Cc32 Zs1 Po3 Sc1 Po3 Ps1 Pe1 Po1 Sm1 Po1 Pd1 Po2 Nd10 Po2 Sm3 Po2 Lu26 Ps1 Po1 Pe1 Sk1 Pc1 Sk1 Ll26 Ps1 Sm1 Pe1 Sm1 Cc33 "
         "Zs1 Po1 Sc4 So1 Po1 Sk1 So1 Lo1 Pi1 Sm1 Cf1 So1 Sk1 So1 Sm1 No2 Sk1 Ll1 Po2 Sk1 No1 Lo1 Pf1 No3 Po1 Lu23 Sm1 Lu7 Ll24 "
         "Sm1 Ll8")
_LATIN_CATEGORY = []
for _run in _RUNS.split():
    _LATIN_CATEGORY += [_run[:2]] * int(_run[2:])


def category(code):
    """The general category; beyond of Latin-1 that of letters, digits and blanks only, `Cn` for the rest."""
    if 0 <= code < 256:
        return _LATIN_CATEGORY[code]
    if not we_are_translated():
        c = _char(code)
        for name, holds in (('Lu', c.isupper()), ('Ll', c.islower()), ('Lt', c.istitle()), ('Nd', c.isdecimal()), ('Zs', c.isspace()),
                            ('Lo', c.isalpha())):
            if holds:
                return name
    return 'Cn'
