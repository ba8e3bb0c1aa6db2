# python2
"""The module `locale` can be imported and asked while importing: there is the locale of C."""
import locale
import os

locale.setlocale(locale.LC_ALL, 'C')
NAME = locale.setlocale(locale.LC_CTYPE)
LANGUAGE, ENCODING = locale.getlocale()
REFUSED = False
try:
    locale.setlocale(locale.LC_ALL, 'no such locale')
except locale.Error:
    REFUSED = True


def entry_point(argv):
    os.write(1, '%s %s\n' % (NAME, str(LANGUAGE)))
    if REFUSED:
        os.write(1, 'refused\n')
    return 0


def target(driver, args):
    return entry_point
