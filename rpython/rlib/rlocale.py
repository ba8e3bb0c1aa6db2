# genext: python2
"""Locales. There is one, that of C: another cannot be set."""
import os
from rpython.rtyper.lltypesystem import lltype, rffi
from rpython.translator.tool.cbuild import ExternalCompilationInfo

LC_CTYPE, LC_NUMERIC, LC_TIME, LC_COLLATE, LC_MONETARY, LC_MESSAGES, LC_ALL = range(7)
HAVE_LANGINFO = HAVE_LIBINTL = False
CHAR_MAX = 127
constants = {'LC_CTYPE': LC_CTYPE, 'LC_NUMERIC': LC_NUMERIC, 'LC_TIME': LC_TIME, 'LC_COLLATE': LC_COLLATE,
             'LC_MONETARY': LC_MONETARY, 'LC_MESSAGES': LC_MESSAGES, 'LC_ALL': LC_ALL, 'CHAR_MAX': CHAR_MAX}


class LocaleError(Exception):
    def __init__(self, message):
        self.message = message


class _Config(object):
    includes = ['locale.h', 'limits.h', 'ctype.h', 'wchar.h']


class cConfig(object):
    """The constants again."""


for _name in constants:
    setattr(cConfig, _name, constants[_name])


def external(name, args, result, calling_conv='c', **kwds):
    info = ExternalCompilationInfo(includes=_Config.includes)
    return rffi.llexternal(name, args, result, compilation_info=info, **kwds)


isalpha = external('isalpha', [rffi.INT], rffi.INT)
isupper = external('isupper', [rffi.INT], rffi.INT)
islower = external('islower', [rffi.INT], rffi.INT)
tolower = external('tolower', [rffi.INT], rffi.INT)
isalnum = external('isalnum', [rffi.INT], rffi.INT)


def _of_environment(name):
    value = os.environ.get(name)
    return value if value is not None else ''


def setlocale(category, locale):
    """The name of the locale that holds then; None asks for it."""
    if category < LC_CTYPE or category > LC_ALL:
        raise LocaleError('unsupported locale setting')
    if locale is not None and locale == '':
        locale = _of_environment('LC_ALL')
        if locale == '':
            locale = _of_environment('LANG')
    if locale is None or locale == '' or locale == 'C' or locale == 'POSIX':
        return 'C'
    raise LocaleError('unsupported locale setting')


_TEXTS = ('decimal_point', 'thousands_sep', 'grouping', 'int_curr_symbol', 'currency_symbol', 'mon_decimal_point',
          'mon_thousands_sep', 'mon_grouping', 'positive_sign', 'negative_sign')
_NUMBERS = ('int_frac_digits', 'frac_digits', 'p_cs_precedes', 'p_sep_by_space', 'n_cs_precedes', 'n_sep_by_space',
            'p_sign_posn', 'n_sign_posn')
_LCONV = rffi.CStruct('lconv', *([(name, rffi.CCHARP) for name in _TEXTS] + [(name, rffi.SIGNEDCHAR) for name in _NUMBERS]))


def localeconv():
    """How numbers are written: what is never said is an empty text, or CHAR_MAX."""
    conv = lltype.malloc(_LCONV, flavor='raw', zero=True, track_allocation=False)
    conv.c_decimal_point = rffi.str2charp('.', track_allocation=False)
    empty = rffi.str2charp('', track_allocation=False)
    unknown = rffi.cast(rffi.SIGNEDCHAR, CHAR_MAX)
    conv.c_thousands_sep = conv.c_grouping = conv.c_int_curr_symbol = conv.c_currency_symbol = empty
    conv.c_mon_decimal_point = conv.c_mon_thousands_sep = conv.c_mon_grouping = empty
    conv.c_positive_sign = conv.c_negative_sign = empty
    conv.c_int_frac_digits = conv.c_frac_digits = conv.c_p_cs_precedes = conv.c_p_sep_by_space = unknown
    conv.c_n_cs_precedes = conv.c_n_sep_by_space = conv.c_p_sign_posn = conv.c_n_sign_posn = unknown
    return conv


def nl_langinfo(key):
    raise NotImplementedError('nl_langinfo() cannot be called')


def numeric_formatting():
    """The decimal point, the separator of thousands, and the sizes of groups."""
    return '.', '', ''


CODESET = 14    # of nl_langinfo
