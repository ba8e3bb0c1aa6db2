# genext: python2
"""Properties of code points by Unicode 14, translated and not: the functions of RPython's `unicodedb_...` modules, but
for names and decompositions.

Code points beyond 0x10FFFF, and negative ones, have the properties of those that are not assigned."""
from rpython.rlib._missing import refuse
from rpython.rlib.unicodedata import records, tables

version = '14.0.0'

SPACE = 1
ALPHA = 2
LINEBREAK = 4
UPPER = 8
LOWER = 16
NUMERIC = 32
DIGIT = 64
DECIMAL = 128
PRINTABLE = 256
XID_START = 512
XID_CONTINUE = 1024
CASED = 2048
CASE_IGNORABLE = 4096
MIRRORED = 8192


def _paged(runs):
    """A byte for each code point, in two levels: the numbers of the pages of 256 code points, and the pages.  It is
    made of pairs: how many code points in a row have a value, and the value."""
    numbers = {}
    index = []
    page = ''
    for at in range(0, len(runs), 2):
        count = runs[at]
        byte = chr(runs[at + 1])
        size = len(page) + count
        if size < 256:
            page += byte * count
            continue
        page += byte * (256 - len(page))
        index.append(chr(numbers.setdefault(page, len(numbers))))
        if size >= 512:
            index.append(chr(numbers.setdefault(byte * 256, len(numbers))) * (size // 256 - 1))
        page = byte * (size % 256)
    pages = sorted(numbers, key=numbers.get)
    return ''.join(index), ''.join(pages)


_INDEX, _PAGES = _paged(records.RUNS)
_CATEGORY = records.RECORDS[::4]
_BIDIRECTIONAL = records.RECORDS[1::4]
_WIDTH = records.RECORDS[2::4]
_FLAGS = records.RECORDS[3::4]
_COMBINING_INDEX, _COMBINING_PAGES = _paged(records.COMBINING)


def _byte(index, pages, code):
    if not 0 <= code <= 0x10FFFF:
        code = 0x10FFFF
    return ord(pages[(ord(index[code >> 8]) << 8) + (code & 255)])


def _record(code):
    return _byte(_INDEX, _PAGES, code)


def _has(code, flags):
    return _FLAGS[_record(code)] & flags != 0


def isspace(code):
    return _has(code, SPACE)


def isalpha(code):
    return _has(code, ALPHA)


def isalnum(code):
    return _has(code, ALPHA | NUMERIC)


def isdecimal(code):
    return _has(code, DECIMAL)


def isdigit(code):
    return _has(code, DIGIT)


def isnumeric(code):
    return _has(code, NUMERIC)


def islinebreak(code):
    return _has(code, LINEBREAK)


def isprintable(code):
    return _has(code, PRINTABLE)


def isupper(code):
    return _has(code, UPPER)


def islower(code):
    return _has(code, LOWER)


def istitle(code):
    return category(code) == 'Lt'


def iscased(code):
    return _has(code, CASED)


def iscaseignorable(code):
    return _has(code, CASE_IGNORABLE)


def isxidstart(code):
    return _has(code, XID_START)


def isxidcontinue(code):
    return _has(code, XID_CONTINUE)


def mirrored(code):
    return _has(code, MIRRORED)


def category(code):
    return _CATEGORY[_record(code)]


def bidirectional(code):
    return _BIDIRECTIONAL[_record(code)]


def east_asian_width(code):
    return _WIDTH[_record(code)]


def combining(code):
    return _byte(_COMBINING_INDEX, _COMBINING_PAGES, code)


def _row(table, width, last, code):
    """Where the row begins that is the first whose item `last` is not less than a code; the end if there is none."""
    low = 0
    high = len(table) // width
    while low < high:
        middle = (low + high) // 2
        if code > table[width * middle + last]:
            low = middle + 1
        else:
            high = middle
    return width * low


def _value(table, code):
    """By rows of first, last and the value of the first.  KeyError: there is none."""
    at = _row(table, 3, 1, code)
    if at < len(table) and table[at] <= code:
        return table[at + 2] + code - table[at]
    raise KeyError(code)


def decimal(code):
    """The value of a decimal digit.  KeyError: it is none."""
    if not isdecimal(code):
        raise KeyError(code)
    return _value(records.DIGITS, code)


def digit(code):
    """The value of a digit.  KeyError: it is none."""
    return _value(records.DIGITS, code)


def numeric(code):
    """The value of a number, as a float.  KeyError: it is none."""
    at = _row(records.PARTS, 3, 0, code)
    if at < len(records.PARTS) and records.PARTS[at] == code:
        return float(records.PARTS[at + 1]) / float(records.PARTS[at + 2])
    return float(_value(records.WHOLE, code))


def _mapped(table, code):
    """By rows of first, last, step and what is added."""
    at = _row(table, 4, 1, code)
    if at < len(table) and table[at] <= code and (code - table[at]) % table[at + 2] == 0:
        return code + table[at + 3]
    return code


def tolower(code):
    """The lower case of one character."""
    if code < 128:
        return code + 32 if 65 <= code <= 90 else code
    if code == 0x130:
        return 0x69
    return _mapped(tables.LOWER, code)


def toupper(code):
    """The upper case of one character."""
    if code < 128:
        return code - 32 if 97 <= code <= 122 else code
    upper = _mapped(tables.UPPER, code)
    return _mapped(tables.UPPER_SIMPLE, code) if upper == code else upper


def totitle(code):
    """The title case of one character."""
    at = _row(records.TITLE, 2, 0, code)
    if at < len(records.TITLE) and records.TITLE[at] == code:
        return records.TITLE[at + 1]
    return toupper(code)


def _several(table, code):
    """By rows of a code and three codes; an empty list: there is none."""
    at = _row(table, 4, 0, code)
    codes = []
    if at < len(table) and table[at] == code:
        codes.append(table[at + 1])
        if table[at + 2] != 0:
            codes.append(table[at + 2])
        if table[at + 3] != 0:
            codes.append(table[at + 3])
    return codes


def tolower_full(code):
    """The lower case, of one or more characters."""
    return _several(tables.LOWER_TEXT, code) or [tolower(code)]


def toupper_full(code):
    """The upper case, of one or more characters."""
    return _several(tables.UPPER_TEXT, code) or [toupper(code)]


def totitle_full(code):
    """The title case, of one or more characters."""
    return _several(records.TITLE_TEXT, code) or [totitle(code)]


def casefold_lookup(code):
    """The case fold, where it is not the lower case of one character; else None."""
    return _several(records.FOLD, code) or None


# Names and decompositions are not there: calling these ends the program.

def lookup(name, with_named_sequence=False, with_alias=False):
    refuse('unicodedata: there are no names of characters')
    return 0


def name(code):
    refuse('unicodedata: there are no names of characters')
    return ''


def decomposition(code):
    refuse('unicodedata: there are no decompositions')
    return ''


def canon_decomposition(code):
    refuse('unicodedata: there are no decompositions')
    return [code]


def compat_decomposition(code):
    refuse('unicodedata: there are no decompositions')
    return [code]


def composition(current, next):
    refuse('unicodedata: there are no decompositions')
    return -1
