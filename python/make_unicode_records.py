"""Writes rpython/rlib/unicodedata/records.py: what CPython 3.11 knows of each code point. Run it with CPython 3.11 in
the root of the repository. `unicodedb` reads the file, translated and not."""
import fractions
import unicodedata

from unicode_rows import ALL, cased, ignored, row, several, write

# In the order of the bits in `unicodedb`.
FLAGS = [
    str.isspace,
    str.isalpha,
    lambda c: len((c + 'a').splitlines()) == 2,
    str.isupper,
    str.islower,
    str.isnumeric,
    str.isdigit,
    str.isdecimal,
    str.isprintable,
    lambda c: c.isidentifier() and c != '_',
    lambda c: ('a' + c).isidentifier(),
    cased,
    ignored,
    lambda c: unicodedata.mirrored(c) == 1,
]


def record(c):
    flags = sum(1 << i for i, test in enumerate(FLAGS) if test(c))
    return (unicodedata.category(c), unicodedata.bidirectional(c), unicodedata.east_asian_width(c), flags)


def runs(values):
    """How many in a row have a value, and the value."""
    out = []
    for v in values:
        if out and out[-1] == v:
            out[-2] += 1
        else:
            out += [1, v]
    return out


def values(of):
    """Rows of first, last and the value of the first; the values behind it are one more each."""
    out = []
    for i, c in enumerate(ALL):
        v = of(c, None)
        if v is None:
            continue
        if out and out[-2] == i - 1 and out[-1] + i - out[-3] == v:
            out[-2] = i
        else:
            out += [i, i, v]
    return out


def whole(c, default):
    v = unicodedata.numeric(c, None)
    return default if v is None or v != int(v) else int(v)


def parts():
    """Rows of code, numerator and denominator."""
    out = []
    for i, c in enumerate(ALL):
        v = unicodedata.numeric(c, None)
        if v is not None and v != int(v):
            f = fractions.Fraction(v).limit_denominator(1000)
            assert f.numerator / f.denominator == v
            out += [i, f.numerator, f.denominator]
    return out


def titles():
    """Where the title case of one character is not the upper case of one."""
    out = []
    for i, c in enumerate(ALL):
        title = c.title() if len(c.title()) == 1 else c
        upper = c.upper() if len(c.upper()) == 1 else title
        if title != upper:
            out += [i, ord(title)]
    return out


def folds():
    """Where the case fold is not the lower case of one character."""
    out = []
    for i, c in enumerate(ALL):
        lower = c.lower() if i != 0x130 else 'i'
        if c.casefold() != lower:
            out += row(i, c.casefold())
    return out


numbers = {}
of_code = [numbers.setdefault(record(c), len(numbers)) for c in ALL]
assert len(numbers) <= 256
TABLES = [
    ('RECORDS', 'Category, direction, width and flags of each record.', [x for r in numbers for x in r]),
    ('RUNS', 'How many code points in a row have a record, and its number.', runs(of_code)),
    ('COMBINING', 'The same of combining classes.', runs([unicodedata.combining(c) for c in ALL])),
    ('DIGITS', 'Digits: first, last, value of the first.', values(unicodedata.digit)),
    ('WHOLE', 'Whole numbers: first, last, value of the first.', values(whole)),
    ('PARTS', 'Fractions: code, numerator, denominator.', parts()),
    ('TITLE', 'Title case, where it is not the upper case: code, title case.', titles()),
    ('TITLE_TEXT', 'Title case of several characters: code and three codes, 0 for none.', several(str.title)),
    ('FOLD', 'Case folds other than the lower case: code and three codes, 0 for none.', folds()),
]

write('records', 'Records of all characters of Unicode 14, made by python/make_unicode_records.py.', TABLES)
