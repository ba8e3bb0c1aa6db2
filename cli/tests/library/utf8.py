# genext: python2
"""Unicode in byte strings, and the time."""
from rpython.rlib import rtime, rutf8
from rpython.rlib.rutf8 import Utf8StringBuilder, Utf8StringIterator, codepoints_in_utf8, unichr_as_utf8


def entry_point(argv):
    text = 'a\xc3\xa9\xe2\x82\xac\xf0\x9f\x90\x8d!'
    print('%d %d' % (codepoints_in_utf8(text), rutf8.check_utf8(text)))
    print(' '.join(['%x' % c for c in Utf8StringIterator(text)]))
    print(''.join([unichr_as_utf8(c) for c in Utf8StringIterator(text)]) == text)
    for bad in ['\xc3', '\x80', 'ab\xc0\x80', '\xed\xa0\x80', '\xf4\x90\x80\x80', '\xe2\x82']:
        try:
            rutf8.check_utf8(bad)
            print('?')
        except rutf8.CheckError as e:
            print(e.pos)
    builder = Utf8StringBuilder()
    builder.append(text)
    builder.append_code(0x20ac)
    print('%d %s' % (builder.getlength(), rutf8.reverse_utf8(builder.build())))
    pos = 0
    while pos < len(text):
        pos = rutf8.next_codepoint_pos(text, pos)
        print('%d %x' % (pos, rutf8.codepoint_before_pos(text, pos)))
    try:
        unichr_as_utf8(0xd800)
    except rutf8.OutOfRange:
        print('surrogate')
    before = rtime.time()
    rtime.sleep(0.01)
    print(rtime.time() - before >= 0.01)
    return 0


def target(driver, args):
    return entry_point, None
