# genext: python2
"""Regular expressions: what matches where, and where each group does, in strings, unicode strings and UTF-8. The engine
has merge points of its own, whose greens are places in patterns."""
# run: 4
import os
from rpython.rlib.rsre import rsre_core, rsre_utf8
from rpython.rlib.rsre.rpy import get_code

SOURCES = [r'(a|b)*?c', r'((a)|b|(c))+', r'(a*)*', r'(?:(a)|(b)|(c))+?d', r'(.)(.)\2\1', r'(?i)[^a-c]+', r'(?=(a+))a*b\1',
           r'(?:(?!b)(.))*c', r'(\w+)\s+(\w+)', r'.*(b.*)c', r'(a)?b(?(1)c|d)', r'<(\w+)>.*?</\1>', r'agg|tta[cg]|g[ag]t']
TEXTS = ['aab', 'aaaabac', 'abcd xabd', 'aAbB ABba', 'ab\nabc', '<b>x<i>y</i></b>', 'taggcttaccgagt', 'a\xc3\xa9b \xc3\xa9c']
WIDE = [t.decode('utf-8') for t in TEXTS]


class Pattern(object):
    def __init__(self, source):
        code, flags, (groups, _, _) = get_code(source, 0, True)
        self.flags, self.groups = flags, groups
        self.code = rsre_core.CompiledPattern(code, flags)


PATTERNS = [Pattern(source) for source in SOURCES]


def note(total, number):
    return (total * 33 + number + 7) & 0xffffffffff


def all_of(p, ctx, total):
    if rsre_core.match_context(ctx, p.code):
        total = note(total, ctx.match_end)
    ctx.reset(0)
    ctx.fullmatch_only = True
    total = note(total, int(rsre_core.match_context(ctx, p.code)))
    ctx.fullmatch_only = False
    ctx.reset(0)
    while rsre_core.search_context(ctx, p.code):
        for i in range(p.groups + 1):
            first, behind = ctx.span(i)
            total = note(note(total, first), behind)
        at = ctx.match_end
        if ctx.match_start == at:
            if at == ctx.end:
                break
            at = ctx.next_indirect(at)
        ctx.reset(at)
    return total


def entry_point(argv):
    for turn in range(int(argv[1])):
        for k in range(len(PATTERNS)):
            p = PATTERNS[k]
            total = 0
            for i in range(len(TEXTS)):
                text, wide = TEXTS[i], WIDE[i]
                total = all_of(p, rsre_core.StrMatchContext(text, 0, len(text), 0), total)
                total = all_of(p, rsre_core.UnicodeMatchContext(wide, 0, len(wide), 0), total)
                total = all_of(p, rsre_utf8.Utf8MatchContext(text, 0, len(text)), total)
            if turn == 0 or turn == int(argv[1]) - 1:
                os.write(1, '%s %d\n' % (SOURCES[k], total))
    return 0


def target(*args):
    return entry_point, None
