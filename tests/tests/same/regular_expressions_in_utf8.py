# python2
# not-cpython: the stand-in library has no regular expressions
"""Patterns in text that is encoded as UTF-8 find what they find in a unicode string; places are those of bytes."""
import sys
from rpython.rlib import rutf8
from rpython.rlib.rsre import rsre_core, rsre_utf8
from rpython.rlib.rsre.rpy import get_code

UNICODE, IGNORE, MULTILINE, DOTALL = 32, 2, 8, 16
PATTERNS = [(text, rsre_core.CompiledPattern(get_code(text, flags), flags)) for text, flags in [
    (u'', 0),
    (u'.', 0),
    (u'..', 0),
    (u'\xe9', 0),
    (u'\xe9+', 0),
    (u'\xe9+?b', 0),
    (u'\xe9{2}', 0),
    (u'\xe9{2,3}?', 0),
    (u'\xe9{2,3}a', 0),
    (u'.{3}', 0),
    (u'.{2,4}$', 0),
    (u'.*', 0),
    (u'.*?', 0),
    (u'.*\xe9', 0),
    (u'.*?\xe9', 0),
    (u'.*\xe9b', 0),
    (u'.+?[a-c]', 0),
    (u'(?s).+', 0),
    (u'(?s).*a', 0),
    (u'[\u2000-\u2fff]+', 0),
    (u'[^\u2000-\u2fff]+', 0),
    (u'[^\xe9]', 0),
    (u'[\U00010000-\U0010ffff]', 0),
    (u'[\U00010000-\U0010ffff]+?x*', 0),
    (u'(?<=\xe9)b', 0),
    (u'(?<=\xe9.)b', 0),
    (u'(?<=..)a', 0),
    (u'(?<!\xe9)b', 0),
    (u'(?<!.)b', 0),
    (u'(?<!...).', 0),
    (u'(?=\u2028)', 0),
    (u'(?!\u2028).', 0),
    (u'(.)\\1', 0),
    (u'(..)\\1', 0),
    (u'(.+)\\1', 0),
    (u'(.)\\1*x', 0),
    (u'(.)(.)\\2\\1', 0),
    (u'(.)\\1', IGNORE | UNICODE),
    (u'(..)(?:\\1)+', IGNORE | UNICODE),
    (u'(\xe9)?b(?(1)c|a)', 0),
    (u'\xc9', IGNORE | UNICODE),
    (u'\xc9', IGNORE),
    (u'\xc9+A?', IGNORE | UNICODE),
    (u'[\xc0-\xd0]+', IGNORE | UNICODE),
    (u'(\xc9|\u0416)+', IGNORE | UNICODE),
    (u'\u0436+?$', IGNORE | UNICODE),
    (u'[^\xc9a]+', IGNORE | UNICODE),
    (u'\\b', UNICODE),
    (u'\\b.', UNICODE),
    (u'.\\b', UNICODE),
    (u'\\w+', UNICODE),
    (u'\\w+', 0),
    (u'\\W+', UNICODE),
    (u'\\W+', 0),
    (u'\\s', UNICODE),
    (u'\\s', 0),
    (u'\\S+\\s', UNICODE),
    (u'\\d+', UNICODE),
    (u'\\D+', UNICODE),
    (u'\\B.', UNICODE),
    (u'\\B\xe9\\B', UNICODE),
    (u'\\b\xe9', 0),
    (u'^.', MULTILINE),
    (u'^\xe9', MULTILINE),
    (u'^b', MULTILINE),
    (u'.$', 0),
    (u'.$', MULTILINE),
    (u'\xe9$', MULTILINE),
    (u'.\\Z', 0),
    (u'\\A.', 0),
    (u'(?:\xe9|b)*', 0),
    (u'(?:\xe9|b)*?a', 0),
    (u'(?:\xe9b|\u2028)+', 0),
    (u'(?:(\xe9)|(b)|(\u2028))+', 0),
    (u'(?:(.)(.))*?a', 0),
    (u'(?:(.)(.))*a', 0),
    (u'(?:.{2})+', 0),
    (u'(?:.|\n)*x', 0),
    (u'\xe9|b|\U0001f600', 0),
    (u'\U0001f600*a', 0),
    (u'(a*)(\xe9*)', 0),
    (u'(a*?)(\xe9*?)b', 0),
    (u'((\xe9)|b)*a', 0),
    (u'x*', 0),
    (u'x*$', 0),
]]

TEXTS = [u'', u'a', u'\xe9', u'\U0001f600', u'\xe9\xe9\xe9', u'\xe9\xe9ab', u'b\xe9b\xe9bc', u'ab\xe9ba', u'\u2028\xe9b\u2028a',
         u'\U0001f600\U0001f600a\U0001f600x', u'\xe9\nb\n\xe9', u'\n', u'\xe9\n', u'\xc9\xe9a A\xc9', u'\u0416\u0436\xe9\xc9b',
         u'\u0661\u0662 1\u2003a', u'\ud7ff\ue000\uffff\U00010000\U0010ffff', u'a\xe9a\xe9a\xe9', u'x\xe9\xe9xx', u'\x7f\x80\u07ff\u0800']
BYTES = [text.encode('utf-8') for text in TEXTS]


def places(utf8):
    """The place of each character, and the end."""
    found, pos = [], 0
    while pos < len(utf8):
        found.append(pos)
        pos = rutf8.next_codepoint_pos(utf8, pos)
    return found + [len(utf8)]


class Sum(object):
    def __init__(self):
        self.found = self.tried = self.total = 0

    def add(self, number):
        self.total = (self.total * 31 + number + 2) % 1000003


def in_bytes(place, index):
    return place[index] if index >= 0 else -1


def compare(name, wide, narrow, groups, place, result):
    result.tried += 1
    if wide is None or narrow is None:
        if wide is not None or narrow is not None:
            print name, 'found by one only', wide is not None
        result.add(0)
        return
    result.found += 1
    for group in range(groups):
        first, behind = wide.span(group)
        start, stop = narrow.span(group)
        if in_bytes(place, first) != start or in_bytes(place, behind) != stop:
            print name, 'group', group, (first, behind), (start, stop)
        result.add(start)
        result.add(stop)
    if wide.match_lastindex != narrow.match_lastindex:
        print name, 'last group', wide.match_lastindex, narrow.match_lastindex


def wide_search(pattern, text, start, end):
    ctx = rsre_core.UnicodeMatchContext(text, start, end)
    return ctx if rsre_core.search_context(ctx, pattern) else None


def wide_match(pattern, text, start, end, fullmatch):
    ctx = rsre_core.UnicodeMatchContext(text, start, end)
    ctx.fullmatch_only = fullmatch
    return ctx if rsre_core.match_context(ctx, pattern) else None


def groups_of(text):
    n = 1
    for i in range(len(text)):
        if text[i] == '(' and i + 1 < len(text) and text[i + 1] != '?':
            n += 1
    return n


def parts(n, every):
    """Beginnings and ends in a text of n characters."""
    if not every:
        return [(0, n)]
    return [(first, behind) for first in range(n + 1) for behind in range(first, n + 1)]


def run(number, every):
    source, pattern = PATTERNS[number]
    groups = groups_of(source)
    result = Sum()
    for i in range(len(TEXTS)):
        text, utf8 = TEXTS[i], BYTES[i]
        place = places(utf8)
        for first, behind in parts(len(text), every):
            start, stop = place[first], place[behind]
            name = '%d in %d[%d:%d]' % (number, i, first, behind)
            compare('search ' + name, wide_search(pattern, text, first, behind),
                    rsre_utf8.utf8search(pattern, utf8, start, stop), groups, place, result)
            compare('match ' + name, wide_match(pattern, text, first, behind, False),
                    rsre_utf8.utf8match(pattern, utf8, start, stop), groups, place, result)
            compare('fullmatch ' + name, wide_match(pattern, text, first, behind, True),
                    rsre_utf8.utf8match(pattern, utf8, start, stop, fullmatch=True), groups, place, result)
    print number, result.tried, result.found, result.total


def walk(utf8):
    ctx = rsre_utf8.make_utf8_ctx(utf8, 0, sys.maxint)
    forward, back, ptr = [], [], 0
    while ptr < ctx.end:
        forward.append(ptr)
        ptr = ctx.next_indirect(ptr)
    while ptr > ctx.ZERO:
        ptr = ctx.prev_indirect(ptr)
        back.append(ptr)
    print forward == places(utf8)[:-1], [forward[len(forward) - 1 - i] for i in range(len(forward))] == back


def all_matches(pattern, utf8):
    """As PyPy's `findall`: each search begins behind the last match."""
    found = []
    pos = 0
    while pos <= len(utf8):
        ctx = rsre_utf8.utf8search(pattern, utf8, pos)
        if ctx is None:
            break
        start, stop = ctx.span()
        assert 0 <= start <= stop
        found.append(utf8[start:stop])
        pos = stop if stop > start else (stop + 1 if stop == len(utf8) else ctx.next_indirect(stop))
    return found


def number_of(source):
    for i in range(len(PATTERNS)):
        if PATTERNS[i][0] == source:
            return PATTERNS[i][1]
    raise KeyError


def in_strings():
    """The same of contexts of strings and buffers, whose places are numbers of characters."""
    ctx = rsre_core.search(number_of(u'\\s'), 'ab cd')
    print ctx is not None and ctx.next_indirect(2) == 3 and ctx.prev_indirect(2) == 1
    whole = rsre_core.fullmatch(number_of(u'\\S+\\s'), 'ab ')
    print whole is not None and whole.span(0) == (0, 3), rsre_core.fullmatch(number_of(u'\\S+\\s'), 'ab c') is None


def bounds(text):
    """Where a match is may be the bounds of a slice and of methods: it is known not to be negative."""
    pattern = number_of(u'x*')
    ctx = rsre_core.search(pattern, text)
    if ctx is None:
        return
    print text[ctx.match_start:ctx.match_end], text.count('x', ctx.match_start, ctx.match_end),
    print text.rfind('b', 0, ctx.match_end)


def entry_point(argv):
    for number in range(len(PATTERNS)):
        run(number, number % 4 == len(argv) - 1)
    for utf8 in BYTES:
        walk(utf8)
    for source in [u'\xe9+', u'x*', u'.', u'[^\xe9]']:
        for i in [5, 9, 14, 17]:
            print [rutf8.codepoints_in_utf8(t) for t in all_matches(number_of(source), BYTES[i])],
        print
    in_strings()
    bounds('xxbx')
    bounds('b')
    return 0


def target(driver, args):
    return entry_point, None
