"""Strings: builders, searching and splitting, parsing of numbers."""

from rpython.rlib.objectmodel import newlist_hint, specialize
from rpython.rlib.rarithmetic import maxint, ovfcheck


@specialize.argtype(0)
def _isspace(c):
    return c.isspace()


# ____________________________________________________________ methods as functions


_unicode = type(u'')


@specialize.argtype(0, 1)
def _both_texts(value, other):
    """Whether the methods of texts will do: these functions also take lists of characters and buffers."""
    return (isinstance(value, str) and isinstance(other, str)) or (isinstance(value, _unicode) and isinstance(other, _unicode))


@specialize.argtype(0, 1)
def _is_at(value, other, i):
    for j in range(len(other)):
        if value[i + j] != other[j]:
            return False
    return True


@specialize.argtype(0, 1)
def _find(value, other, start, end):
    if _both_texts(value, other):
        return value.find(other, start, end)
    for i in range(start, end - len(other) + 1):
        if _is_at(value, other, i):
            return i
    return -1


@specialize.argtype(0, 1)
def _rfind(value, other, start, end):
    if _both_texts(value, other):
        return value.rfind(other, start, end)
    i = end - len(other)
    while i >= start:
        if _is_at(value, other, i):
            return i
        i -= 1
    return -1


def _utf8_space_at(value, i):
    from rpython.rlib import rutf8
    return rutf8.isspace(value, i)


def _utf8_behind(value, i):
    """The place behind the character at `i`."""
    from rpython.rlib import rutf8
    return rutf8.next_codepoint_pos(value, i)


def _utf8_before(value, i):
    """The place of the character before the place `i`, which is not the beginning."""
    from rpython.rlib import rutf8
    return rutf8.prev_codepoint_pos(value, i)


@specialize.ll_and_arg(2)
def _is_space_at(value, i, isutf8):
    return _utf8_space_at(value, i) if isutf8 else _isspace(value[i])


@specialize.ll_and_arg(3)
def split(value, by=None, maxsplit=-1, isutf8=False):
    """`value.split(by, maxsplit)`; without `by` at white space, with `isutf8` at that of Unicode."""
    if by is None:
        return _split_spaces(value, maxsplit, isutf8)
    if len(by) == 0:
        raise ValueError('empty separator')
    result = []
    start = 0
    while maxsplit != 0:
        stop = _find(value, by, start, len(value))
        if stop < 0:
            break
        result.append(value[start:stop])
        start = stop + len(by)
        maxsplit -= 1
    result.append(value[start:])
    return result


@specialize.ll_and_arg(2)
def _split_spaces(value, maxsplit, isutf8):
    result = []
    length = len(value)
    i = 0
    while True:
        while i < length and _is_space_at(value, i, isutf8):
            i = _utf8_behind(value, i) if isutf8 else i + 1
        if i == length:
            return result
        if maxsplit == 0:
            result.append(value[i:])
            return result
        start = i
        while i < length and not _is_space_at(value, i, isutf8):
            i = _utf8_behind(value, i) if isutf8 else i + 1
        result.append(value[start:i])
        maxsplit -= 1


@specialize.ll_and_arg(3)
def rsplit(value, by=None, maxsplit=-1, isutf8=False):
    """`value.rsplit(by, maxsplit)`; without `by` at white space, with `isutf8` at that of Unicode."""
    result = []
    if by is None:
        stop = len(value)
        while True:
            while stop > 0:
                before = _utf8_before(value, stop) if isutf8 else stop - 1
                if not _is_space_at(value, before, isutf8):
                    break
                stop = before
            if stop == 0:
                break
            start = stop
            if maxsplit == 0:
                start = 0
            else:
                while start > 0:
                    before = _utf8_before(value, start) if isutf8 else start - 1
                    if _is_space_at(value, before, isutf8):
                        break
                    start = before
            assert start >= 0
            assert stop >= 0
            result.append(value[start:stop])
            if maxsplit == 0:
                break
            stop = start
            maxsplit -= 1
    else:
        if len(by) == 0:
            raise ValueError('empty separator')
        stop = len(value)
        while maxsplit != 0:
            found = _rfind(value, by, 0, stop)
            if found < 0:
                break
            start = found + len(by)
            assert stop >= 0
            result.append(value[start:stop])
            stop = found
            maxsplit -= 1
        assert stop >= 0
        result.append(value[0:stop])
    result.reverse()
    return result


@specialize.argtype(0, 1)
def replace(value, sub, by, maxsplit=-1):
    """`value.replace(sub, by, maxsplit)`"""
    return replace_count(value, sub, by, maxsplit)[0]


@specialize.argtype(0, 1)
def replace_count(value, sub, by, maxsplit=-1, isutf8=False):
    """The same, and how often it was replaced. With `isutf8` an empty `sub` is between characters, not between bytes."""
    if maxsplit == 0:
        return value, 0
    if not isinstance(value, str) and not isinstance(value, _unicode):
        return _replace_items(value, sub, by, maxsplit)
    if isinstance(value, _unicode):
        builder = UnicodeBuilder(len(value))
    else:
        builder = StringBuilder(len(value))
    start = count = 0
    if len(sub) == 0:
        while start < len(value) and count != maxsplit:
            builder.append(by)
            builder.append(value[start])
            start += 1
            count += 1
            if isutf8:
                # The rest of a character of several bytes.
                while start < len(value) and 0x80 <= ord(value[start]) < 0xC0:
                    builder.append(value[start])
                    start += 1
        if count != maxsplit:
            builder.append(by)
            count += 1
    else:
        while count != maxsplit:
            found = _find(value, sub, start, len(value))
            if found < 0:
                break
            builder.append_slice(value, start, found)
            builder.append(by)
            start = found + len(sub)
            count += 1
    builder.append_slice(value, start, len(value))
    return builder.build(), count


@specialize.argtype(0, 1)
def _replace_items(value, sub, by, maxsplit):
    """The same for a list of characters."""
    result = []
    i = count = 0
    while i <= len(value):
        if count != maxsplit and i + len(sub) <= len(value) and _is_at(value, sub, i):
            for c in by:
                result.append(c)
            i += len(sub)
            count += 1
            if len(sub) != 0:
                continue
        if i < len(value):
            result.append(value[i])
        i += 1
    return result, count


def _clamp(length, start, end):
    """Bounds of a slice, negative ones counted from the end."""
    if start < 0:
        start = max(0, start + length)
    end = min(end, length)
    if end < 0:
        end = max(0, end + length)
    return start, end


@specialize.argtype(0)
def _stands_at(value, at, part):
    """Whether `part`, which ends inside of `value`, stands there."""
    for i in range(len(part)):
        if value[at + i] != part[i]:
            return False
    return True


@specialize.argtype(0)
def startswith(value, prefix, start=0, end=maxint):
    start, end = _clamp(len(value), start, end)
    return start + len(prefix) <= end and _stands_at(value, start, prefix)


@specialize.argtype(0)
def endswith(value, suffix, start=0, end=maxint):
    start, end = _clamp(len(value), start, end)
    begin = end - len(suffix)
    return start <= begin and _stands_at(value, begin, suffix)


@specialize.argtype(0, 1)
def find(value, other, start, end):
    """The first place of `other` in value[start:end], or -1."""
    start, end = _clamp(len(value), start, end)
    if start > end:
        return -1
    return _find(value, other, start, end)


@specialize.argtype(0, 1)
def rfind(value, other, start, end):
    start, end = _clamp(len(value), start, end)
    if start > end:
        return -1
    return _rfind(value, other, start, end)


@specialize.argtype(0, 1)
def count(value, other, start, end):
    start, end = _clamp(len(value), start, end)
    if start > end:
        return 0
    if _both_texts(value, other):
        return value.count(other, start, end)
    found = 0
    i = start
    while i <= end - len(other):
        if _is_at(value, other, i):
            found += 1
            i += max(len(other), 1)
        else:
            i += 1
    return found


def strip_spaces(s):
    """`s` without white space at either end."""
    start = 0
    stop = len(s)
    while start < stop and _isspace(s[start]):
        start += 1
    while stop > start and _isspace(s[stop - 1]):
        stop -= 1
    assert stop >= start
    return s[start:stop]


# ____________________________________________________________ numbers


class ParseStringError(Exception):
    def __init__(self, msg):
        self.msg = msg


class InvalidBaseError(ParseStringError):
    """Translated programs see it as a ParseStringError."""


class ParseStringOverflowError(Exception):
    def __init__(self, parser):
        self.parser = parser


class MaxDigitsError(Exception):
    """A number has more digits than are allowed."""

    def __init__(self, digits):
        self.digits = digits


class NumberStringParser(object):
    """The digits of a number in text: sign and prefix are taken off, `next_digit` ends with -1.

    `allow_underscores`: single ones may stand between digits, and behind a prefix. `no_implicit_octal`: in base 0 a
    number that begins with 0 has no other digits. `max_str_digits`: MaxDigitsError if there are more (0: any number)."""

    def __init__(self, s, literal, base, fname, allow_underscores=False, no_implicit_octal=False, start=0, end=-1,
                 max_str_digits=0, disallow_whitespace_after_sign=False):
        self.fname = fname
        self.original_base = base
        self.allow_underscores = allow_underscores
        self.literal = literal
        self.at = start
        self.end = len(literal) if end == -1 else end
        while self.at < self.end and _isspace(literal[self.end - 1]):
            self.end -= 1
        self.skip_spaces()
        self.sign = 1
        if self.has('-', '+'):
            if literal[self.at] == '-':
                self.sign = -1
            self.at += 1
            if not disallow_whitespace_after_sign:
                self.skip_spaces()
        self.choose_base(no_implicit_octal)
        self.first = self.at
        if max_str_digits > 0:
            digits = self.end - self.at
            for i in range(self.at, self.end):
                if literal[i] == '_':
                    digits -= 1
            if digits > max_str_digits:
                raise MaxDigitsError(digits)

    def error(self):
        raise ParseStringError("invalid literal for %s() with base %d" % (
            self.fname, self.original_base))

    def has(self, one, other):
        """Whether one of two characters is next."""
        return self.at < self.end and (self.literal[self.at] == one or self.literal[self.at] == other)

    def skip_spaces(self):
        while self.at < self.end and _isspace(self.literal[self.at]):
            self.at += 1

    def choose_base(self, no_implicit_octal):
        prefix = 0
        if self.has('0', '0'):
            self.at += 1
            if self.has('x', 'X'):
                prefix = 16
            elif self.has('o', 'O'):
                prefix = 8
            elif self.has('b', 'B'):
                prefix = 2
            self.at -= 1
        base = self.original_base
        if base == 0:
            if prefix != 0:
                base = prefix
            elif self.has('0', '0'):
                # In base 1 there is no digit but 0.
                base = 1 if no_implicit_octal else 8
            else:
                base = 10
        elif base < 2 or base > 36:
            raise InvalidBaseError('%s() base must be >= 2 and <= 36' % self.fname)
        self.base = base
        if self.has('_', '_'):
            self.error()
        if prefix == base:
            self.at += 2
        if self.at >= self.end:
            self.error()

    def rewind(self):
        self.at = self.first

    def next_digit(self):
        if self.at >= self.end:
            return -1
        c = self.literal[self.at]
        if c == '_' and self.allow_underscores:
            self.at += 1
            if self.at >= self.end:
                self.error()
            c = self.literal[self.at]
        if '0' <= c <= '9':
            digit = ord(c) - ord('0')
        elif 'a' <= c <= 'z':
            digit = ord(c) - ord('a') + 10
        elif 'A' <= c <= 'Z':
            digit = ord(c) - ord('A') + 10
        else:
            digit = 99
        if digit >= self.base:
            self.error()
        self.at += 1
        return digit


# ____________________________________________________________ builders


class AbstractStringBuilder(object):
    def __init__(self, init_size=100):
        self._parts = []
        self._size = 0

    def append(self, s):
        assert isinstance(s, self._type)
        self._parts.append(s)
        self._size += len(s)

    def append_slice(self, s, start, end):
        assert 0 <= start <= end <= len(s)
        self.append(s[start:end])

    def append_multiple_char(self, c, times):
        assert len(c) == 1
        self.append(c * times)

    def append_charpsize(self, s, size):
        raise TypeError('raw memory exists in translated programs only')

    def getlength(self):
        return self._size

    def build(self):
        result = self._empty.join(self._parts)
        self._parts = [result]
        return result


class StringBuilder(AbstractStringBuilder):
    """Collects pieces of a string.  Translated natively."""
    _type = str
    _empty = ''


class UnicodeBuilder(AbstractStringBuilder):
    """Collects pieces of a unicode string.  Translated natively."""
    _type = type(u'')
    _empty = u''


def assert_str0(s):
    """Translated natively: the string holds no NUL."""
    return s


@specialize.argtype(0)
def check_str0(s):
    """TypeError if the string holds a NUL."""
    for c in s:
        if ord(c) == 0:
            raise TypeError('string must not contain null characters')


class ByteListBuilder(object):
    """Collects characters in a list."""

    def __init__(self, init_size=100):
        self.l = newlist_hint(init_size)

    @specialize.argtype(1)
    def append(self, s):
        for c in s:
            self.l.append(c)

    @specialize.argtype(1)
    def append_slice(self, s, start, end):
        for i in range(start, end):
            self.l.append(s[i])

    def append_multiple_char(self, c, times):
        self.l.extend([c[0]] * times)

    def append_charpsize(self, s, size):
        for i in range(size):
            self.l.append(s[i])

    def getlength(self):
        return len(self.l)

    def build(self):
        return self.l
