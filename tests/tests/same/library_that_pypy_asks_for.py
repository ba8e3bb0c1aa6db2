# python2
# not-cpython: it is Python 2
"""Functions of the library that PyPy calls: texts in UTF-8, numbers, dictionaries with known hashes, builders, buffers, streams."""
from rpython.rlib import jit, objectmodel, rarithmetic, rbigint, rgc, rstring, rutf8, streamio
from rpython.rlib.buffer import LLBuffer, RawByteBuffer, StringBuffer, SubBuffer
from rpython.rlib.objectmodel import dict_to_switch, import_from_mixin, r_dict
from rpython.rlib.rarithmetic import r_uint
from rpython.rlib.rStringIO import RStringIO
from rpython.rlib.rstring import ByteListBuilder, StringBuilder, UnicodeBuilder
from rpython.rlib.rstruct import unichar
from rpython.rtyper.lltypesystem import lltype, rffi

escape = rutf8.make_utf8_escape_function()

# Those of one byte, of two (the space that must not be broken), and of three; the last is none of Unicode.
SPACED = ['', ' ', 'a', ' a ', 'a b', '\xe2\x80\x83', '\xe2\x80\x83a\xe2\x80\x83\xc2\xa0b', 'a\xe2\x80\xa8b\x1cc\xe3\x80\x80',
          '\xc3\xa9 \xe2\x80\x83\xc3\xa9\xf0\x9f\x98\x80 \t x', '\xc2\x85\xc2\x86\xe1\x9a\x80', 'a\xe2\x80\x8bb\xc2\xa0']


def splits():
    for text in SPACED:
        for maxsplit in range(-1, 4):
            ways = [rstring.split(text, None, maxsplit, isutf8=True), rstring.rsplit(text, None, maxsplit, isutf8=True),
                    rstring.split(text, None, maxsplit), rstring.rsplit(text, maxsplit=maxsplit)]
            print ' / '.join(['|'.join([hexadecimal(part) for part in way]) for way in ways])
    print '|'.join([hexadecimal(part) for part in rstring.split(SPACED[6], '\xe2\x80\x83', 1, isutf8=True)]),
    print '|'.join([hexadecimal(part) for part in rstring.rsplit(SPACED[6], '\xe2\x80\x83', 1, isutf8=True)])
    print rstring.split(u'a b'.encode('utf-8'), isutf8=False), len(rstring.split(u'a \u2003b')), len(rstring.rsplit(u' a b c', None, 1))


def hexadecimal(text):
    digits = '0123456789abcdef'
    return ''.join([c if c.isalnum() else '<' + digits[ord(c) >> 4] + digits[ord(c) & 15] + '>' for c in text])


WRONG = ['\x80', '\xc3', '\xc3(', 'a\xc0\x80', 'a\xe2\x82', 'ab\xe2(\xa1', '\xe0\x80\x80', '\xed\xa0\x80', '\xed\x9f\xbf', '\xf0\x80\x80\x80',
         'x\xf4\x90\x80\x80', '\xf4\x8f\xbf\xbf', '\xf5\x80\x80\x80', '\xff', '\xf0\x9f\x98', '\xe2\x80\x83' 'a\xf0\x9f\x98\x80']


def checks():
    for text in WRONG:
        print rutf8._check_utf8(text, False, 0, -1), rutf8._check_utf8(text, True, 0, -1), rutf8._check_utf8(text, False, 0, len(text) - 1),
        print rutf8._check_utf8(text, True, 1, len(text)), '/',
    print
    kinds = 0
    for first in [0xe0, 0xe1, 0xec, 0xed, 0xee, 0xef]:
        for second in range(256):
            for allow in [False, True]:
                kinds = (kinds * 2 + int(rutf8._invalid_byte_2_of_3(first, second, allow))) % 1000003
    for first in [0xf0, 0xf1, 0xf4]:
        for second in range(256):
            kinds = (kinds * 2 + int(rutf8._invalid_byte_2_of_4(first, second))) % 1000003
    for byte in range(256):
        bad = rutf8._invalid_cont_byte(byte)
        assert bad == rutf8._invalid_byte_2_of_2(byte) == rutf8._invalid_byte_3_of_3(byte)
        assert bad == rutf8._invalid_byte_3_of_4(byte) == rutf8._invalid_byte_4_of_4(byte) == (not 0x80 <= byte < 0xc0)
    print kinds


def encoded(code, allow):
    try:
        signed = rutf8.unichr_as_utf8(code, allow)
    except rutf8.OutOfRange:
        signed = 'none'
    try:
        unsigned = rutf8.unichr_as_utf8(r_uint(code), allow)
    except rutf8.OutOfRange:
        unsigned = 'none'
    assert signed == unsigned
    return hexadecimal(signed)


def codes():
    for code in [0, 0x7f, 0x80, 0x7ff, 0x800, 0xd7ff, 0xd800, 0xdfff, 0xe000, 0xffff, 0x10000, 0x10ffff, 0x110000, -1]:
        print encoded(code, False), encoded(code, True),
    print
    builder = rutf8.Utf8StringBuilder(2)
    builder.append_utf8_slice('x\xc3\xa9\xe2\x80\x83y', 1, 6, 2)
    builder.append_multiple_char('\xf0\x9f\x98\x80', 2)
    builder.append_multiple_char('z', 0)
    builder.append_multiple_char('z', -3)
    builder.append_code(0xd800)
    builder.append_code(r_uint(0x10ffff))
    print builder.getlength(), builder.get_pos(), hexadecimal(builder.build())
    pieces = StringBuilder()
    rutf8.unichr_as_utf8_append(pieces, 0x20ac)
    rutf8.unichr_as_utf8_append(pieces, r_uint(0xdc00), True)
    try:
        rutf8.unichr_as_utf8_append(pieces, 0xdc00)
    except rutf8.OutOfRange:
        pieces.append('!')
    print hexadecimal(pieces.build())
    text = 'a\xc3\xa9\xe2\x80\x83\xf0\x9f\x98\x80b'
    pos, forward, back = 0, [], []
    while pos < len(text):
        pos = rutf8.next_codepoint_pos(text, pos)
        forward.append(pos)
    while pos > 0:
        pos = rutf8.prev_codepoint_pos(text, pos)
        back.append(pos)
    print forward, back, [rutf8._pos_at_index(text, i) for i in range(6)]
    print [rutf8.utf8_in_chars(text, i, '\xe2\x80\x83b') for i in [0, 1, 3, 6, 10]], escape(text)


def numbers(n):
    big = 0x7fffffffffffffff
    print [rbigint.bit_length_int(i) for i in [0, 1, -1, 2, 3, 4, 255, 256, -256, big, -big, -big - 1, n]]
    for a, b, c in [(3, 5, 7), (-3, 5, 7), (3, -5, 7), (0, big, 2), (big, big, big - 1), (big, big, 10), (-big - 1, -big - 1, 1000003),
                    (-big - 1, big, 1000003), (big, 3, big), (1 << 40, 1 << 40, (1 << 50) + 1), (-big - 1, -1, big), (n, n, 1)]:
        print rarithmetic.mulmod(a, b, c),
    print
    for code in [0x41, 0x20ac, 0x10ffff]:
        data = RawByteBuffer(5)
        unichar.pack_codepoint(code, data, 1)
        text = data.getslice(1, 5, 1, 4)
        print hexadecimal(data.as_str()), unichar.unpack_codepoint(text) == code, ord(unichar.unpack_unichar(text)) == code


NAMES = dict_to_switch({1: 'one', -5: 'minus five', 1 << 40: 'large'})
KINDS = dict_to_switch({7: 70, 8: 80}, default=-1)
LETTERS = dict_to_switch({'a': 1, '\xe9': 2, '\x00': 3}, inline=False)


def switches(n):
    for number in [1, -5, 1 << 40, 0, n]:
        try:
            print NAMES(number),
        except KeyError:
            print 'KeyError',
        print KINDS(number + 6),
    for char in 'a\xe9\x00b':
        try:
            print LETTERS(char),
        except KeyError:
            print 'KeyError',
    print


class Key(object):
    def __init__(self, text):
        self.text = text


def equal(a, b):
    return a.text == b.text


def hashed(key):
    return len(key.text) * 1000 + ord(key.text[0])


def hashes(n):
    names = {}
    for i in range(n):
        names['name%d' % i] = i
    total = 0
    copy = {'name0': -1}
    for key, value, h in objectmodel.iteritems_with_hash(names):
        assert h == objectmodel.compute_hash(key)
        assert objectmodel.contains_with_hash(names, key, h)
        objectmodel.setitem_with_hash(copy, key, h, value + 1)
        total += objectmodel.getitem_with_hash(copy, key, h)
    for key, h in objectmodel.iterkeys_with_hash(names):
        if key.endswith('1'):
            objectmodel.delitem_with_hash(copy, key, h)
    h = objectmodel.compute_hash('absent')
    try:
        objectmodel.getitem_with_hash(names, 'absent', h)
    except KeyError:
        total += 1000
    try:
        objectmodel.delitem_with_hash(names, 'absent', h)
    except KeyError:
        total += 10000
    print total, len(copy), objectmodel.contains_with_hash(names, 'absent', h), 'name1' in copy
    own = r_dict(equal, hashed)
    for i in range(n):
        objectmodel.setitem_with_hash(own, Key('k' * (i + 1)), hashed(Key('k' * (i + 1))), i)
    for key, value, h in objectmodel.iteritems_with_hash(own):
        print (key.text, value, h),
    even = [(key, h) for key, h in objectmodel.iterkeys_with_hash(own) if len(key.text) % 2 == 0]
    for key, h in even:
        objectmodel.delitem_with_hash(own, key, h)
    print len(own), objectmodel.getitem_with_hash(own, Key('kkk'), 3107), objectmodel.contains_with_hash(own, Key('kk'), 2107)
    try:
        for key in own:
            del own[key]
    except RuntimeError:
        print 'changed', len(own)
    numbers = {n: 'n', 5: 'five'}
    print [numbers[key] for key, h in objectmodel.iterkeys_with_hash(numbers)], len([0 for key, value, h in
                                                                                   objectmodel.iteritems_with_hash(numbers)])
    items = [n] * n
    items.append(1)
    print objectmodel.list_get_physical_size(items) >= n + 1, objectmodel.list_get_physical_size(['a']) >= 1


def builders(n):
    text, wide = StringBuilder(), UnicodeBuilder()
    one, two = 'abc'[n % 3:n % 3 + 1], 'abc'[n % 2:n % 2 + 2]
    text.append_multiple_char(one, 3)
    text.append_multiple_char('-', 0)
    text.append_multiple_char('-', -1)
    text.append_multiple_char(two[0], n)
    wide.append_multiple_char(u'\xe9x'[n % 2:n % 2 + 1], 2)
    print text.build(), text.getlength(), len(wide.build()), ord(wide.build()[0])
    data = ByteListBuilder(2)
    data.append('abc')
    data.append(['d', 'e'])
    data.append_slice('0123456', 2, 5)
    data.append_slice(['x', 'y', 'z'], 1, 3)
    data.append_multiple_char('-', n)
    with rffi.scoped_str2charp('raw memory') as raw:
        data.append_charpsize(raw, 3)
    print data.getlength(), ''.join(data.build())
    data.build().append('!')
    print ''.join(ByteListBuilder().build()), data.getlength()


class Base(object):
    pass


class TextFile(Base):
    import_from_mixin(RStringIO, special_methods=())

    def __init__(self, text, name):
        self.name = name
        self.init()
        self.write(text)


def text_files(n):
    for text in [TextFile('abc', 'first'), TextFile('', 'second')]:
        print text.name, text.getsize(), text.tell(), text.is_closed(),
        text.write('d' * n)
        text.seek(1)
        text.write('X')
        print text.getvalue(), text.getsize(), text.read(1), text.tell(),
        text.seek(-1, 2)
        print repr(text.read()), text.tell(),
        text.seek(n + 7)
        text.write('end')
        text.truncate(n + 8)
        print text.getsize(), hexadecimal(text.getvalue()),
        text.close()
        print text.is_closed(), text.getsize()
        text.init()
        print text.is_closed(), text.getsize()


def buffers(n):
    raw = RawByteBuffer(n + 8)
    print raw.getlength(), hexadecimal(raw.as_str()[:3]), raw.readonly, raw.needs_release()
    raw.setslice(1, 'abcdef')
    raw[0] = '!'
    raw.typed_write(rffi.SHORT, 6, -2)
    print hexadecimal(raw.as_str()), raw.typed_read(rffi.SHORT, 6), raw.typed_read(rffi.USHORT, 6), hexadecimal(raw[1:5])
    print raw.getslice(1, 6, 2, 3), raw.getslice(5, 0, -2, 3), raw[3], hexadecimal(raw.get_raw_address()[2])
    part = SubBuffer(raw, 1, 4)
    print part.getlength(), part.as_str(), part.getslice(1, 3, 1, 2), part.getslice(0, 4, 2, 2), repr(part.getslice(9, 9, 1, 0))
    inner = SubBuffer(part, 1, -1)
    inner.setitem(0, 'B')
    inner.setslice(1, 'CD')
    print inner.as_str(), part.as_str(), raw.getitem(2)
    memory = lltype.malloc(rffi.CCHARP.TO, n + 2, flavor='raw', zero=True)
    view = LLBuffer(memory, n + 2)
    view.setslice(0, 'xyz')
    memory[1] = 'Y'
    print view.getlength(), view.getslice(0, 3, 1, 3), view.getitem(1), hexadecimal(view[2:4]), view.get_raw_address() == memory
    view.releasebuffer()
    lltype.free(memory, flavor='raw')
    text = StringBuffer('abcdef')
    print text.getslice(0, 6, 1, 6), text.getslice(1, 4, 1, 3), text.getslice(5, -1, -1, 6), repr(text.getslice(2, 2, 1, 0)),
    print text[1:n % 4 + 2], SubBuffer(text, 4, 9).as_str(), SubBuffer(text, 9, 2).getlength()


class Calls(object):
    def __init__(self):
        self.count = 0

    def callback(self):
        self.count += 1


CALLS = Calls()


class Source(streamio.Stream):
    def __init__(self, text):
        self.text, self.pos = text, 0

    def read(self, n=-1):
        stop = len(self.text) if n < 0 else min(self.pos + n, len(self.text))
        start = self.pos
        assert 0 <= start <= stop
        self.pos = stop
        return self.text[start:stop]

    def seek(self, offset, whence=0):
        self.pos = int(offset)

    def tell(self):
        return self.pos

    def write(self, data):
        self.text += data

    def flush(self):
        self.text += '.'


METHODS = sorted(streamio.STREAM_METHODS)[:3]


def called():
    CALLS.callback()


def streams():
    stream = streamio.CallbackReadFilter(Source('line 1\nline 2\nrest'), called)
    print CALLS.count, stream.readline().strip(), CALLS.count, stream.read(3), CALLS.count, stream.tell(), CALLS.count
    stream.seek(3, 0)
    stream.write('more')
    stream.flush()
    print CALLS.count, repr(stream.readall()), CALLS.count, repr(stream.read(1)), CALLS.count, stream.getnewlines()
    stream.flush_buffers()
    print CALLS.count, stream.peek(), CALLS.count, METHODS


NAMED = [Key('first'), Key('second')]


@jit.elidable
def squared(n):
    return n * n


def told(n):
    jit.record_exact_value(n % 2 * 5 + 7, 7)
    jit.record_exact_value(n * 0.5, 2.0)
    jit.record_exact_value(NAMED[n % 2], NAMED[0])
    root = n
    jit.record_known_result(root * root, squared, root)
    jit.record_known_result(-1 if n < 0 else n * n, squared, n)
    print squared(root)
    states = rgc.collect_step()
    steps = 0
    while not rgc.is_done(states):
        states = rgc.collect_step()
        steps += 1
    print steps < 1000, rgc.is_done__states(1, 0), rgc.is_done__states(0, 0), rgc.is_done__states(2, 1), rgc.new_state(0x0301)
    print rgc.old_state(0x0301)


def main(n):
    splits()
    checks()
    codes()
    numbers(n)
    switches(n)
    hashes(n)
    builders(n)
    text_files(n)
    buffers(n)
    streams()
    told(n)


def entry_point(argv):
    main(len(argv) + 3)
    return 0


def target(driver, args):
    return entry_point, None
