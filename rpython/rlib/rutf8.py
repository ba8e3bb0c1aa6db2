# genext: python2
"""Unicode as UTF-8 in byte strings: positions are bytes, code points are integers.

Functions that do not say otherwise trust that the text is well-formed: see `check_utf8`.
"""
from rpython.rlib import jit
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rarithmetic import intmask
from rpython.rlib.rstring import StringBuilder

MAXUNICODE = 0x10ffff
allow_surrogate_by_default = False


class OutOfRange(Exception):
    """No code point, but `code`."""

    def __init__(self, code):
        self.code = code


class CheckError(Exception):
    """Not UTF-8; `pos` is the first wrong byte."""

    def __init__(self, pos):
        self.pos = pos


@specialize.argtype(0)
def unichr_as_utf8(code, allow_surrogates=False):
    """The bytes of a code point."""
    code = intmask(code)
    if 0 <= code < 0x80:
        return chr(code)
    if 0 <= code < 0x800:
        return chr(0xc0 | code >> 6) + chr(0x80 | code & 0x3f)
    if 0 <= code < 0x10000:
        if 0xd800 <= code < 0xe000 and not allow_surrogates:
            raise OutOfRange(code)
        return chr(0xe0 | code >> 12) + chr(0x80 | code >> 6 & 0x3f) + chr(0x80 | code & 0x3f)
    if 0 <= code <= MAXUNICODE:
        return (chr(0xf0 | code >> 18) + chr(0x80 | code >> 12 & 0x3f) + chr(0x80 | code >> 6 & 0x3f) +
                chr(0x80 | code & 0x3f))
    raise OutOfRange(code)


@specialize.argtype(1)
def unichr_as_utf8_append(builder, code, allow_surrogates=False):
    builder.append(unichr_as_utf8(code, allow_surrogates))


def next_codepoint_pos(code, pos):
    """The position behind the code point at `pos`."""
    assert pos >= 0
    byte = ord(code[pos])
    if byte < 0x80:
        return pos + 1
    if byte < 0xe0:
        return pos + 2
    return pos + 3 if byte < 0xf0 else pos + 4


def prev_codepoint_pos(code, pos):
    """The position of the code point before `pos`."""
    pos -= 1
    while pos > 0 and ord(code[pos]) & 0xc0 == 0x80:
        pos -= 1
    assert pos >= 0     # there is one
    return pos


def codepoint_at_pos(code, pos):
    """The code point at a position."""
    first = ord(code[pos])
    if first < 0x80:
        return first
    if first < 0xe0:
        return (first & 0x1f) << 6 | ord(code[pos + 1]) & 0x3f
    if first < 0xf0:
        return (first & 0x0f) << 12 | (ord(code[pos + 1]) & 0x3f) << 6 | ord(code[pos + 2]) & 0x3f
    return ((first & 0x07) << 18 | (ord(code[pos + 1]) & 0x3f) << 12 | (ord(code[pos + 2]) & 0x3f) << 6 |
            ord(code[pos + 3]) & 0x3f)


def codepoint_before_pos(code, pos):
    return codepoint_at_pos(code, prev_codepoint_pos(code, pos))


@jit.elidable
def codepoint_at_index(utf8, storage, index):
    """The code point with this number."""
    return codepoint_at_pos(utf8, codepoint_position_at_index(utf8, storage, index))


def codepoints_in_utf8(value, start=0, end=0x7fffffffffffffff):
    """How many code points there are."""
    count = 0
    stop = min(end, len(value))
    for i in range(max(start, 0), stop):
        if ord(value[i]) & 0xc0 != 0x80:
            count += 1
    return count


def get_utf8_length(s, start=0, end=0x7fffffffffffffff):
    return codepoints_in_utf8(s, start, end)


class UTF8_INDEX_STORAGE(object):
    """Where in a text every sixteenth code point begins."""
    _immutable_fields_ = ['positions[*]']

    def __init__(self, positions):
        self.positions = positions


def create_utf8_index_storage(utf8, utf8len):
    """The index of a text with so many code points."""
    positions = [0] * ((utf8len >> 4) + 1)
    pos = 0
    for i in range(utf8len):
        if i & 15 == 0:
            positions[i >> 4] = pos
        pos = next_codepoint_pos(utf8, pos)
        assert pos >= 0
    if utf8len & 15 == 0:
        positions[utf8len >> 4] = pos
    return UTF8_INDEX_STORAGE(positions)


def null_storage():
    """What stands for an index that was not made yet."""
    return None


@jit.elidable
def codepoint_position_at_index(utf8, storage, index):
    """The position of the code point with this number; the length of the text, if it is that of all code points."""
    pos = 0
    if storage is not None:
        pos = storage.positions[index >> 4]
        index &= 15
    while index > 0:
        pos = next_codepoint_pos(utf8, pos)
        assert pos >= 0
        index -= 1
    return pos


@jit.elidable
def codepoint_index_at_byte_position(utf8, storage, bytepos, num_codepoints=0):
    """The number of the code point that begins at this position."""
    if storage is None:
        return codepoints_in_utf8(utf8, 0, bytepos)
    # The last entry that is not behind the position.
    low = 0
    high = len(storage.positions)
    while high - low > 1:
        middle = (low + high) >> 1
        if storage.positions[middle] <= bytepos:
            low = middle
        else:
            high = middle
    return (low << 4) + codepoints_in_utf8(utf8, storage.positions[low], bytepos)


def utf8_in_chars(value, pos, text):
    """Whether the code point at `pos` is one of those of a text."""
    assert pos >= 0
    return text.find(value[pos:next_codepoint_pos(value, pos)]) >= 0


def first_non_ascii_char(s):
    """The position of the first byte above 127, or -1."""
    for i in range(len(s)):
        if ord(s[i]) >= 0x80:
            return i
    return -1


def is_ascii(s):
    return first_non_ascii_char(s) < 0


def check_ascii(s):
    """Raises CheckError at the first byte above 127."""
    found = first_non_ascii_char(s)
    if found >= 0:
        raise CheckError(found)


def decode_latin_1(s):
    """The text whose code points are the bytes of `s`."""
    if is_ascii(s):
        return s
    builder = StringBuilder(len(s))
    for c in s:
        builder.append(unichr_as_utf8(ord(c)))
    return builder.build()


def _sequence(s, pos, end, allow_surrogates):
    """The number of bytes of the code point at `pos`; 0 if it is malformed."""
    first = ord(s[pos])
    if first < 0x80:
        return 1
    if 0xc2 <= first < 0xe0:
        size = 2
    elif 0xe0 <= first < 0xf0:
        size = 3
    elif 0xf0 <= first < 0xf5:
        size = 4
    else:
        return 0
    if pos + size > end:
        return 0
    for i in range(1, size):
        if ord(s[pos + i]) & 0xc0 != 0x80:
            return 0
    second = ord(s[pos + 1])
    if first == 0xe0 and second < 0xa0 or first == 0xf0 and second < 0x90 or first == 0xf4 and second >= 0x90:
        return 0
    if first == 0xed and second >= 0xa0 and not allow_surrogates:
        return 0
    return size


def _invalid_cont_byte(byte):
    """Whether a byte does not continue a code point."""
    return byte & 0xc0 != 0x80


_invalid_byte_2_of_2 = _invalid_byte_3_of_3 = _invalid_byte_3_of_4 = _invalid_byte_4_of_4 = _invalid_cont_byte


def _invalid_byte_2_of_3(first, second, allow_surrogates):
    """Whether a byte cannot be the second of three: it is no continuation, the code would need fewer, or is a surrogate."""
    if _invalid_cont_byte(second) or first == 0xe0 and second < 0xa0:
        return True
    return first == 0xed and second >= 0xa0 and not allow_surrogates


def _invalid_byte_2_of_4(first, second):
    """Whether a byte cannot be the second of four: the code would need fewer, or is beyond Unicode."""
    return _invalid_cont_byte(second) or first == 0xf0 and second < 0x90 or first == 0xf4 and second >= 0x90


def _check_utf8(s, allow_surrogates, start, stop):
    """The number of code points of a part of a string; if it is not UTF-8, ~ of the first wrong byte's position."""
    try:
        return check_utf8(s, allow_surrogates, start, stop)
    except CheckError as error:
        return ~error.pos


def _pos_at_index(utf8, index):
    return codepoint_position_at_index(utf8, None, index)


def check_utf8(s, allow_surrogates=False, start=0, stop=-1):
    """The number of code points of a part of a string; CheckError if it is not UTF-8."""
    end = len(s) if stop < 0 else stop
    pos = start
    count = 0
    while pos < end:
        size = _sequence(s, pos, end, allow_surrogates)
        if size == 0:
            raise CheckError(pos)
        pos += size
        count += 1
    return count


def has_surrogates(utf8):
    return surrogate_in_utf8(utf8) >= 0


def surrogate_in_utf8(value):
    """The position of the first surrogate, or -1."""
    for i in range(len(value) - 1):
        if value[i] == '\xed' and ord(value[i + 1]) >= 0xa0:
            return i
    return -1


def reencode_utf8_with_surrogates(utf8):
    """The text with each pair of surrogates as the one code point that it stands for."""
    builder = StringBuilder(len(utf8))
    pos = 0
    high = -1
    while pos < len(utf8):
        code = codepoint_at_pos(utf8, pos)
        pos = next_codepoint_pos(utf8, pos)
        if high >= 0:
            if 0xdc00 <= code < 0xe000:
                code = 0x10000 + (high - 0xd800 << 10) + (code - 0xdc00)
            else:
                unichr_as_utf8_append(builder, high, True)
            high = -1
        if 0xd800 <= code < 0xdc00:
            high = code
        else:
            unichr_as_utf8_append(builder, code, True)
    if high >= 0:
        unichr_as_utf8_append(builder, high, True)
    return builder.build()


def _hexadecimal(number, digits):
    text = ''
    for i in range(digits):
        text = '0123456789abcdef'[number & 15] + text
        number >>= 4
    return text


def char_escape_helper(builder, code):
    """Appends a code point as an escape sequence: \\x41, \\u0141 or \\U00010141."""
    if code < 0x100:
        builder.append('\\x' + _hexadecimal(code, 2))
    elif code < 0x10000:
        builder.append('\\u' + _hexadecimal(code, 4))
    else:
        builder.append('\\U' + _hexadecimal(code, 8))


def make_utf8_escape_function(pass_printable=False, quotes=False, prefix=None, unicodedb=None):
    """A function that writes a text with escape sequences, as `repr` does: with `quotes`, between these; with
    `pass_printable`, what `unicodedb` calls printable stays, otherwise ASCII only."""
    assert unicodedb is not None or not pass_printable
    opening = prefix or ''

    def escaped(code):
        if pass_printable:
            return code > MAXUNICODE or not unicodedb.isprintable(code)
        return not 0x20 <= code < 0x7f

    def unicode_escape(s):
        builder = StringBuilder(len(s))
        quote = ''
        if quotes:
            quote = '"' if s.find("'") >= 0 and s.find('"') < 0 else "'"
            builder.append(opening + quote)
        pos = 0
        while pos < len(s):
            start = pos
            code = codepoint_at_pos(s, pos)
            pos = next_codepoint_pos(s, pos)
            if code == ord('\\') or quotes and code == ord(quote[0]):
                builder.append('\\' + chr(code))
            elif code == ord('\t'):
                builder.append('\\t')
            elif code == ord('\n'):
                builder.append('\\n')
            elif code == ord('\r'):
                builder.append('\\r')
            elif escaped(code):
                char_escape_helper(builder, code)
            else:
                builder.append_slice(s, start, pos)
        builder.append(quote)
        return builder.build()

    return unicode_escape


def isspace(utf8_str, pos):
    """Whether the code point at `pos` is white space."""
    code = codepoint_at_pos(utf8_str, pos)
    return (9 <= code <= 13 or 28 <= code <= 32 or code == 0x85 or code == 0xa0 or code == 0x1680 or 0x2000 <= code <= 0x200a or
            code == 0x2028 or code == 0x2029 or code == 0x202f or code == 0x205f or code == 0x3000)


def islinebreak(utf8_str, pos):
    code = codepoint_at_pos(utf8_str, pos)
    return 10 <= code <= 13 or 28 <= code <= 30 or code == 0x85 or code == 0x2028 or code == 0x2029


def reverse_utf8(value):
    builder = StringBuilder(len(value))
    pos = len(value)
    while pos > 0:
        start = prev_codepoint_pos(value, pos)
        assert 0 <= start <= pos
        builder.append(value[start:pos])
        pos = start
    return builder.build()


class Utf8StringIterator(object):
    """The code points of a text."""

    def __init__(self, utf8s):
        self._utf8 = utf8s
        self._end = len(utf8s)
        self._pos = 0

    def __iter__(self):
        return self

    def done(self):
        return self._pos == self._end

    def next(self):
        pos = self._pos
        if pos == self._end:
            raise StopIteration
        self._pos = next_codepoint_pos(self._utf8, pos)
        return codepoint_at_pos(self._utf8, pos)

    def get_pos(self):
        return self._pos

    def move(self, delta):
        while delta > 0:
            self._pos = next_codepoint_pos(self._utf8, self._pos)
            delta -= 1
        while delta < 0:
            self._pos = prev_codepoint_pos(self._utf8, self._pos)
            delta += 1


class Utf8StringPosIterator(object):
    """Code points and their positions."""

    def __init__(self, utf8s):
        self.it = Utf8StringIterator(utf8s)

    def __iter__(self):
        return self

    def next(self):
        pos = self.it._pos
        return self.it.next(), pos


class Utf8StringBuilder(object):
    """Builds a text and counts its code points."""

    def __init__(self, size=0):
        self._s = StringBuilder(size)
        self._length = 0

    def append(self, s):
        """Adds a text."""
        self._s.append(s)
        self._length += codepoints_in_utf8(s)

    def append_slice(self, s, start, end):
        assert 0 <= start <= end
        self.append(s[start:end])

    def append_utf8(self, utf8, length, slices=False):
        self._s.append(utf8)
        self._length += length

    def append_char(self, s):
        self._s.append(s)
        self._length += 1

    def append_utf8_slice(self, utf8, start, end, slicelength):
        """A part of a text, which has so many code points."""
        self._s.append_slice(utf8, start, end)
        self._length += slicelength

    @specialize.argtype(1)
    def append_code(self, code):
        self._s.append(unichr_as_utf8(code, True))
        self._length += 1

    def append_multiple_char(self, utf8, times):
        self._s.append(utf8 * times)
        self._length += codepoints_in_utf8(utf8) * max(times, 0)

    def build(self):
        return self._s.build()

    def getlength(self):
        return self._length

    def get_pos(self):
        return self._s.getlength()
