# genext: python2
"""Methods of unicode strings that depend on the properties of characters: what the annotator puts in place of
`isalpha`, `isdigit`, `isalnum`, `upper` and `lower`, and of `int` of such a string.  Python 3 maps a character to
several ones where Unicode does, and knows the sigma at the end of a word; Python 2 maps one character to one."""
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython.rlib.unicodedata import tables


def _range(ranges, code):
    """Where the first of the ranges begins that does not end before a code: pairs of the first and the last."""
    low = 0
    high = len(ranges) // 2
    while low < high:
        middle = (low + high) // 2
        if code > ranges[2 * middle + 1]:
            low = middle + 1
        else:
            high = middle
    return 2 * low


def _among(ranges, code):
    """Whether a code is in one of the ranges."""
    at = _range(ranges, code)
    return at < len(ranges) and ranges[at] <= code


def _mapped(table, code):
    """The code that a code is mapped to: quadruples of first, last, step and what is added."""
    low = 0
    high = len(table) // 4
    while low < high:
        middle = (low + high) // 2
        if code > table[4 * middle + 1]:
            low = middle + 1
        else:
            high = middle
    at = 4 * low
    if at < len(table) and table[at] <= code and (code - table[at]) % table[at + 2] == 0:
        return code + table[at + 3]
    return code


def _append(builder, table, simple, code):
    """Appends what a code is mapped to: several codes if the table has them, else one."""
    low = 0
    high = len(table) // 4
    while low < high:
        middle = (low + high) // 2
        if code > table[4 * middle]:
            low = middle + 1
        else:
            high = middle
    at = 4 * low
    if at < len(table) and table[at] == code:
        builder.append(unichr(table[at + 1]))
        builder.append(unichr(table[at + 2]))
        if table[at + 3] != 0:
            builder.append(unichr(table[at + 3]))
    else:
        builder.append(unichr(_mapped(simple, code)))


def _all_among(ranges, u):
    for c in u:
        if not _among(ranges, ord(c)):
            return False
    return len(u) > 0


def isalpha(u):
    return _all_among(tables.ALPHA, u)


def isalnum(u):
    return _all_among(tables.ALNUM, u)


def isdigit(u):
    return _all_among(tables.DIGIT, u)


def upper(u):
    builder = UnicodeBuilder(len(u))
    for c in u:
        code = ord(c)
        if code < 128:
            if 97 <= code <= 122:
                code -= 32
            builder.append(unichr(code))
        else:
            _append(builder, tables.UPPER_TEXT, tables.UPPER, code)
    return builder.build()


def lower(u):
    builder = UnicodeBuilder(len(u))
    for i in range(len(u)):
        code = ord(u[i])
        if code < 128:
            if 65 <= code <= 90:
                code += 32
            builder.append(unichr(code))
        elif code == 0x3A3 and _ends_word(u, i):
            builder.append(unichr(0x3C2))
        else:
            _append(builder, tables.LOWER_TEXT, tables.LOWER, code)
    return builder.build()


def _ends_word(u, i):
    """Whether a letter stands before a position and none behind it."""
    j = i - 1
    while j >= 0 and _among(tables.IGNORED, ord(u[j])):
        j -= 1
    if j < 0 or not _among(tables.CASED, ord(u[j])):
        return False
    j = i + 1
    while j < len(u) and _among(tables.IGNORED, ord(u[j])):
        j += 1
    return j == len(u) or not _among(tables.CASED, ord(u[j]))


def upper_simple(u):
    """As Python 2 does."""
    builder = UnicodeBuilder(len(u))
    for c in u:
        code = ord(c)
        builder.append(unichr(_mapped(tables.UPPER_SIMPLE, _mapped(tables.UPPER, code))))
    return builder.build()


def lower_simple(u):
    builder = UnicodeBuilder(len(u))
    for c in u:
        code = ord(c)
        if code == 0x130:
            code = 0x69
        builder.append(unichr(_mapped(tables.LOWER, code)))
    return builder.build()


def ascii_digits(u):
    """What `int` reads of a text: white space beyond ASCII is a space, a decimal digit one of ASCII, and what is
    neither is no digit at all."""
    builder = StringBuilder(len(u))
    for c in u:
        code = ord(c)
        if code < 128:
            builder.append(chr(code))
        elif c.isspace():
            builder.append(' ')
        else:
            at = _range(tables.DECIMAL, code)
            if at < len(tables.DECIMAL) and tables.DECIMAL[at] <= code:
                builder.append(chr(48 + (code - tables.DECIMAL[at]) % 10))
            else:
                builder.append('?')
    return builder.build()


def to_int(u, base=10):
    """`int(u, base)` of Python 2."""
    return int(ascii_digits(u), base)
