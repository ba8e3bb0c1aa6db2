"""Writes rpython/rlib/unicodedata/tables.py: what CPython 3.11 knows of letters, digits and cases. Run it with
CPython 3.11 in the root of the repository. The built-in Python reads the same file, so
text methods agree with and without translation."""
from unicode_rows import ALL, cased, ignored, several, write


def ranges(test):
    out = []
    for i, c in enumerate(ALL):
        if test(c):
            if out and out[-1] == i - 1:
                out[-1] = i
            else:
                out += [i, i]
    return out


def mapping(pairs):
    """Quadruples of first, last, step and what is added."""
    out = []
    for code, to in pairs:
        delta = to - code
        if out:
            first, last, step, add = out[-4:]
            if add == delta and (first == last and code - last in (1, 2) or first != last and code - last == step):
                out[-4:] = [first, code, code - last, add]
                continue
        out += [code, code, 1, delta]
    return out


def single(method):
    return mapping([(i, ord(method(c))) for i, c in enumerate(ALL) if len(method(c)) == 1 and method(c) != c])


TABLES = [
    ('ALPHA', 'Letters: first and last of each range.', ranges(str.isalpha)),
    ('ALNUM', 'Letters and numbers.', ranges(str.isalnum)),
    ('DIGIT', 'Digits.', ranges(str.isdigit)),
    ('DECIMAL', 'Decimal digits: ranges of ten digits, or of several tens, from a zero on.', ranges(str.isdecimal)),
    ('UPPER', 'Upper case of one character: first, last, step, what is added.', single(str.upper)),
    ('LOWER', 'Lower case of one character.', single(str.lower)),
    ('UPPER_TEXT', 'Upper case of several characters: code and three codes, 0 for none.', several(str.upper)),
    ('UPPER_SIMPLE', 'Of those the upper case of one character, for Python 2.',
     mapping([(i, ord(c.title())) for i, c in enumerate(ALL)
              if len(c.upper()) > 1 and len(c.title()) == 1 and c.title() != c])),
    ('LOWER_TEXT', 'Lower case of several characters.', several(str.lower)),
    ('CASED', 'Letters that a sigma at the end of a word stands behind.', ranges(cased)),
    ('IGNORED', 'Characters that a search for such a letter passes over.',
     ranges(ignored)),
]

write('tables', 'Tables of Unicode 14, made by python/make_unicode_tables.py. The built-in Python reads them, too.', TABLES)
