# python2
# not-cpython: it has no such module
# Properties of code points that RPython's library knows.
from rpython.rlib.unicodedata import unicodedb, unicodedb_5_2_0, unicodedb_6_2_0

SAMPLES = [-1, 0, 10, 28, 31, 32, 48, 57, 65, 90, 95, 97, 122, 127, 0x85, 0xA0, 0xAA, 0xB2, 0xB5, 0xBC, 0xC0, 0xDF,
           0xFF, 0x100, 0x130, 0x131, 0x149, 0x178, 0x1C4, 0x1C5, 0x1C6, 0x2B0, 0x300, 0x345, 0x378, 0x390, 0x3A3,
           0x3C2, 0x410, 0x5D0, 0x627, 0x660, 0x669, 0x966, 0xBF0, 0xF33, 0x10D0, 0x1100, 0x1369, 0x1C90, 0x1E9E,
           0x1F80, 0x1F88, 0x2000, 0x200B, 0x2028, 0x2029, 0x2150, 0x2160, 0x2170, 0x2189, 0x2208, 0x2460, 0x249C,
           0x24EA, 0x3000, 0x3007, 0x3042, 0x4E00, 0x4E03, 0x5146, 0x9FFF, 0xAB70, 0xAC00, 0xD7A3, 0xD800, 0xDFFF,
           0xE000, 0xFB00, 0xFF11, 0xFF21, 0xFFFE, 0x10107, 0x10400, 0x10428, 0x1D7CE, 0x1D7FF, 0x1F100, 0x1F600,
           0x20000, 0x2FA1D, 0x30000, 0xE0001, 0x10FFFD, 0x10FFFF, 0x110000]


def flags(code):
    found = ''
    for name, holds in [('space', unicodedb.isspace(code)), ('alpha', unicodedb.isalpha(code)),
                        ('alnum', unicodedb.isalnum(code)), ('decimal', unicodedb.isdecimal(code)),
                        ('digit', unicodedb.isdigit(code)),
                        ('numeric', unicodedb.isnumeric(code)), ('break', unicodedb.islinebreak(code)),
                        ('printable', unicodedb.isprintable(code)), ('upper', unicodedb.isupper(code)),
                        ('lower', unicodedb.islower(code)), ('title', unicodedb.istitle(code)),
                        ('cased', unicodedb.iscased(code)),
                        ('ignorable', unicodedb.iscaseignorable(code)), ('start', unicodedb.isxidstart(code)),
                        ('continue', unicodedb.isxidcontinue(code)), ('mirrored', unicodedb.mirrored(code))]:
        if holds:
            found += ' ' + name
    return found


def values(code):
    found = ''
    try:
        found += ' %d' % unicodedb.decimal(code)
    except KeyError:
        found += ' -'
    try:
        found += ' %d' % unicodedb.digit(code)
    except KeyError:
        found += ' -'
    try:
        found += ' %f' % unicodedb.numeric(code)
    except KeyError:
        found += ' -'
    return found


def texts(codes):
    if codes is None:
        return '-'
    return '/'.join([str(c) for c in codes])


def entry_point(argv):
    for code in SAMPLES:
        print '%d %s %s %s %d:%s' % (code, unicodedb.category(code), unicodedb.bidirectional(code),
                                     unicodedb.east_asian_width(code), unicodedb.combining(code), flags(code))
        print values(code), unicodedb.tolower(code), unicodedb.toupper(code), unicodedb.totitle(code)
        print texts(unicodedb.tolower_full(code)), texts(unicodedb.toupper_full(code)), \
            texts(unicodedb.totitle_full(code)), texts(unicodedb.casefold_lookup(code))
    print unicodedb_5_2_0.tolower(0x100), unicodedb_6_2_0.category(0x100), unicodedb_6_2_0.version
    return 0
