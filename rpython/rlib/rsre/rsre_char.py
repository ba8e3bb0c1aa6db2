# genext: python2
"""Characters and sets of them, for `rsre_core`.

Without a database of Unicode (`set_unicode_db`) the Unicode categories know Latin-1 only.
"""
import sys
from rpython.rlib import jit

MAXREPEAT = 2 ** 32 - 1
MAXGROUPS = 2 ** 31 - 1
CODESIZE = 4

SRE_INFO_PREFIX = 1
SRE_INFO_LITERAL = 2
SRE_INFO_CHARSET = 4
SRE_FLAG_LOCALE = 4
SRE_FLAG_UNICODE = 32

unicodedb = None


def set_unicode_db(newunicodedb):
    """A module with `tolower`, `toupper`, `isspace`, `isalnum`, `isdecimal`, `islinebreak` and `category` of code points."""
    global unicodedb
    unicodedb = newunicodedb


# What holds of the first 256 characters, as functions of bytes and of code points.
is_a_word = [chr(i).isalnum() or chr(i) == '_' for i in range(256)]
_LATIN_WORD = [(unichr(i).isalnum() or i == 95) for i in range(256)]
_LATIN_LOWER = [ord(unichr(i).lower()) for i in range(256)]
# The sharp s has no upper case of one character.
_LATIN_UPPER = [i if len(unichr(i).upper()) != 1 else ord(unichr(i).upper()) for i in range(256)]
_LATIN_SPACE = [unichr(i).isspace() for i in range(256)]


def getlower(char_ord, flags):
    """A character in lower case, as the flags have it."""
    if flags & SRE_FLAG_UNICODE and not flags & SRE_FLAG_LOCALE:
        if unicodedb is not None:
            return unicodedb.tolower(char_ord)
        if 0 <= char_ord < 256:
            return _LATIN_LOWER[char_ord]
    elif 65 <= char_ord <= 90:
        return char_ord + 32
    return char_ord


def getupper(char_ord, flags):
    """A character in upper case, as the flags have it."""
    if flags & SRE_FLAG_UNICODE and not flags & SRE_FLAG_LOCALE:
        if unicodedb is not None:
            return unicodedb.toupper(char_ord)
        if 0 <= char_ord < 256:
            return _LATIN_UPPER[char_ord]
    elif 97 <= char_ord <= 122:
        return char_ord - 32
    return char_ord


def is_digit(code):
    return 48 <= code <= 57


def is_uni_digit(code):
    if unicodedb is not None:
        return unicodedb.isdecimal(code)
    return 48 <= code <= 57


def is_space(code):
    return code == 32 or 9 <= code <= 13


def is_uni_space(code):
    if unicodedb is not None:
        return unicodedb.isspace(code)
    return 0 <= code < 256 and _LATIN_SPACE[code]


def is_word(code):
    return 0 <= code < 256 and is_a_word[code]


def is_uni_word(code):
    if unicodedb is not None:
        return code == 95 or unicodedb.isalnum(code)
    return 0 <= code < 256 and _LATIN_WORD[code]


is_loc_alnum = is_word
is_loc_word = is_word


def is_linebreak(code):
    return code == 10


def is_uni_linebreak(code):
    if unicodedb is not None:
        return unicodedb.islinebreak(code)
    return 10 <= code <= 13 or 28 <= code <= 30 or code in (0x85, 0x2028, 0x2029)


def category_dispatch(category_code, char_code):
    """Whether a character is of a category. Each category is followed by its complement."""
    kind = category_code >> 1
    if kind == 0:
        found = is_digit(char_code)
    elif kind == 1:
        found = is_space(char_code)
    elif kind == 2 or kind == 4:
        found = is_word(char_code)
    elif kind == 3:
        found = is_linebreak(char_code)
    elif kind == 5:
        found = is_uni_digit(char_code)
    elif kind == 6:
        found = is_uni_space(char_code)
    elif kind == 7:
        found = is_uni_word(char_code)
    elif kind == 8:
        found = is_uni_linebreak(char_code)
    else:
        return False
    return found != (category_code & 1 == 1)


def _general_category(wanted, char_code):
    """A category of Unicode: one or two letters, bit 7 for all others."""
    assert unicodedb is not None
    found = unicodedb.category(char_code)
    same = ord(found[0]) == wanted & 0x7f
    second = (wanted >> 8) & 0x7f
    if second != 0:
        same = same and ord(found[1]) == second
    return same != (wanted & 0x80 != 0)


def _in_bigcharset(pattern, index, char_code):
    """A bit map in two levels: 256 numbers of blocks, four in a word, and the blocks, of eight words."""
    if char_code >= 65536:
        return False
    block = (pattern[index + (char_code >> 10)] >> (((char_code >> 8) & 3) * 8)) & 0xff
    return (pattern[index + 64 + block * 8 + ((char_code & 255) >> 5)] >> (char_code & 31)) & 1 != 0


def check_charset(ctx, ppos, char_code):
    """Whether a character is in the set that begins at `ppos`."""
    return in_charset(ctx, ctx.pattern, ppos, char_code)


@jit.unroll_safe
def in_charset(ctx, pattern, ppos, char_code):
    """The same, for those who know the pattern of the context."""
    pattern = jit.hint(pattern, deepfreeze=True)
    negated = False
    while True:
        opcode = pattern[ppos]
        if opcode == 10:            # CHARSET: a bit map of 256
            if char_code < 256 and (pattern[ppos + 1 + (char_code >> 5)] >> (char_code & 31)) & 1 != 0:
                return not negated
            ppos += 9
        elif opcode == 27:          # RANGE
            if pattern[ppos + 1] <= char_code <= pattern[ppos + 2]:
                return not negated
            ppos += 3
        elif opcode == 19:          # LITERAL
            if pattern[ppos + 1] == char_code:
                return not negated
            ppos += 2
        elif opcode == 9:           # CATEGORY
            if category_dispatch(pattern[ppos + 1], char_code):
                return not negated
            ppos += 2
        elif opcode == 26:          # NEGATE
            negated = not negated
            ppos += 1
        elif opcode == 32:          # RANGE_IGNORE: the character is in lower case
            low, high = pattern[ppos + 1], pattern[ppos + 2]
            if low <= char_code <= high or low <= getupper(char_code, ctx.flags) <= high:
                return not negated
            ppos += 3
        elif opcode == 11:          # BIGCHARSET
            count = pattern[ppos + 1]
            if _in_bigcharset(pattern, ppos + 2, char_code):
                return not negated
            ppos += 2 + 64 + count * 8
        elif opcode == 70:
            if _general_category(pattern[ppos + 1], char_code):
                return not negated
            ppos += 2
        else:
            return negated
