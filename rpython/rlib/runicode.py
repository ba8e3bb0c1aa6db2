# genext: python2
"""Encodings of unicode strings.

`str_decode_X(s, size, errors, final, errorhandler)` gives the unicode string and how many bytes were used; without `final` an
incomplete sequence at the end is left over. `unicode_encode_X(s, size, errors, errorhandler)` gives the bytes. An error handler gets
(errors, encoding, reason, text, start, end) and gives a replacement and the position to go on at; the default one raises.
"""
import sys

from rpython.rlib.rstring import StringBuilder, UnicodeBuilder

MAXUNICODE = 0x10ffff
BYTEORDER = sys.byteorder


def UNICHR(c):
    """The unicode string of a code point."""
    return unichr(c)


def ORD(u):
    """The code point of a unicode string of one character."""
    return ord(u)


# The number of bytes of a character, by its first byte from 0x80 on; 0 for bytes that begin none.
_utf8_code_length = ''.join([chr(n) * count for count, n in [(66, 0), (30, 2), (16, 3), (5, 4), (11, 0)]])


def default_unicode_error_decode(errors, encoding, msg, s, startingpos, endingpos):
    if errors == 'replace':
        return u'\ufffd', endingpos
    if errors == 'ignore':
        return u'', endingpos
    raise UnicodeDecodeError(encoding, s, startingpos, endingpos, msg)


def default_unicode_error_encode(errors, encoding, msg, u, startingpos, endingpos):
    if errors == 'replace':
        return u'?', None, endingpos
    if errors == 'ignore':
        return u'', None, endingpos
    raise UnicodeEncodeError(encoding, u, startingpos, endingpos, msg)


def raise_unicode_exception_decode(errors, encoding, msg, s, startingpos, endingpos):
    raise UnicodeDecodeError(encoding, s, startingpos, endingpos, msg)


def raise_unicode_exception_encode(errors, encoding, msg, u, startingpos, endingpos):
    raise UnicodeEncodeError(encoding, u, startingpos, endingpos, msg)


def _sequence_length(c):
    """Of the UTF-8 sequence that begins with a byte; 0 if none does."""
    if c < 0x80:
        return 1
    if c < 0xc2:
        return 0
    if c < 0xe0:
        return 2
    if c < 0xf0:
        return 3
    if c < 0xf5:
        return 4
    return 0


def _second_byte_fits(first, second, allow_surrogates):
    if first == 0xe0:
        return 0xa0 <= second < 0xc0
    if first == 0xed and not allow_surrogates:
        return 0x80 <= second < 0xa0
    if first == 0xf0:
        return 0x90 <= second < 0xc0
    if first == 0xf4:
        return 0x80 <= second < 0x90
    return 0x80 <= second < 0xc0


def str_decode_utf_8(s, size, errors, final=False, errorhandler=None, allow_surrogates=True):
    if errorhandler is None:
        errorhandler = default_unicode_error_decode
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        first = ord(s[pos])
        n = _sequence_length(first)
        if n == 1:
            result.append(unichr(first))
            pos += 1
            continue
        if n == 0:
            text, pos = errorhandler(errors, 'utf8', 'invalid start byte', s, pos, pos + 1)
            result.append(text)
            continue
        # As many bytes of the sequence as there are.
        good = 1
        while good < n and pos + good < size:
            c = ord(s[pos + good])
            if good == 1:
                fits = _second_byte_fits(first, c, allow_surrogates)
            else:
                fits = 0x80 <= c < 0xc0
            if not fits:
                break
            good += 1
        if good < n:
            if pos + good >= size:
                if not final:
                    break
                text, pos = errorhandler(errors, 'utf8', 'unexpected end of data', s, pos, size)
            else:
                text, pos = errorhandler(errors, 'utf8', 'invalid continuation byte', s, pos, pos + good)
            result.append(text)
            continue
        if n == 2:
            code = first & 0x1f
        elif n == 3:
            code = first & 0x0f
        else:
            code = first & 0x07
        for i in range(1, n):
            code = (code << 6) | (ord(s[pos + i]) & 0x3f)
        result.append(unichr(code))
        pos += n
    return result.build(), pos


def _append_utf_8(result, code):
    if code < 0x80:
        result.append(chr(code))
    elif code < 0x800:
        result.append(chr(0xc0 | (code >> 6)))
        result.append(chr(0x80 | (code & 0x3f)))
    elif code < 0x10000:
        result.append(chr(0xe0 | (code >> 12)))
        result.append(chr(0x80 | ((code >> 6) & 0x3f)))
        result.append(chr(0x80 | (code & 0x3f)))
    else:
        result.append(chr(0xf0 | (code >> 18)))
        result.append(chr(0x80 | ((code >> 12) & 0x3f)))
        result.append(chr(0x80 | ((code >> 6) & 0x3f)))
        result.append(chr(0x80 | (code & 0x3f)))


def unicode_encode_utf_8(s, size, errors, errorhandler=None, allow_surrogates=True):
    if errorhandler is None:
        errorhandler = default_unicode_error_encode
    result = StringBuilder(size)
    pos = 0
    while pos < size:
        code = ord(s[pos])
        pos += 1
        if 0xd800 <= code < 0xe000:
            # A pair stands for one code point.
            if code < 0xdc00 and pos < size and 0xdc00 <= ord(s[pos]) < 0xe000:
                code = 0x10000 + ((code - 0xd800) << 10) + (ord(s[pos]) - 0xdc00)
                pos += 1
            elif not allow_surrogates:
                text, bytes, pos = errorhandler(errors, 'utf8', 'surrogates not allowed', s, pos - 1, pos)
                if bytes is not None:
                    result.append(bytes)
                else:
                    for i in range(len(text)):
                        _append_utf_8(result, ord(text[i]))
                continue
        _append_utf_8(result, code)
    return result.build()


def unicode_encode_utf_8_impl(s, size, errors, errorhandler, allow_surrogates=False):
    return unicode_encode_utf_8(s, size, errors, errorhandler, allow_surrogates)


def str_decode_latin_1(s, size, errors, final=False, errorhandler=None):
    result = UnicodeBuilder(size)
    for i in range(size):
        result.append(unichr(ord(s[i])))
    return result.build(), size


def str_decode_ascii(s, size, errors, final=False, errorhandler=None):
    if errorhandler is None:
        errorhandler = default_unicode_error_decode
    result = UnicodeBuilder(size)
    pos = 0
    while pos < size:
        c = ord(s[pos])
        if c < 0x80:
            result.append(unichr(c))
            pos += 1
        else:
            text, pos = errorhandler(errors, 'ascii', 'ordinal not in range(128)', s, pos, pos + 1)
            result.append(text)
    return result.build(), pos


def _encode_limited(s, size, errors, errorhandler, encoding, reason, limit):
    if errorhandler is None:
        errorhandler = default_unicode_error_encode
    result = StringBuilder(size)
    pos = 0
    while pos < size:
        c = ord(s[pos])
        if c < limit:
            result.append(chr(c))
            pos += 1
            continue
        end = pos + 1
        while end < size and ord(s[end]) >= limit:
            end += 1
        text, bytes, pos = errorhandler(errors, encoding, reason, s, pos, end)
        if bytes is not None:
            result.append(bytes)
            continue
        for i in range(len(text)):
            x = ord(text[i])
            if x >= limit:
                errorhandler('strict', encoding, reason, s, pos - 1, pos)
            else:
                result.append(chr(x))
    return result.build()


def unicode_encode_latin_1(s, size, errors, errorhandler=None):
    return _encode_limited(s, size, errors, errorhandler, 'latin-1', 'ordinal not in range(256)', 256)


def unicode_encode_ascii(s, size, errors, errorhandler=None):
    return _encode_limited(s, size, errors, errorhandler, 'ascii', 'ordinal not in range(128)', 128)
