# genext: python2
"""Python's `re`, for translated programs: patterns are constants.

    for m in finditer(r'(\w+)=(\d+)', text): ...

Patterns and matches are those of `rsre_constant`; here they also have what only untranslated code can use (`sub` with any function,
`groupdict`, `expand`, tuples of groups).
"""
import re
import sys
from rpython.rlib.objectmodel import not_rpython, specialize, we_are_translated
from rpython.rlib.rsre import rsre_char, rsre_constant
from rpython.rlib.rsre.rpy import get_code
from rpython.rlib.unicodedata import unicodedb

rsre_char.set_unicode_db(unicodedb)

for _flag in ('IGNORECASE', 'LOCALE', 'UNICODE', 'MULTILINE', 'DOTALL', 'VERBOSE'):
    globals()[_flag] = getattr(re, _flag)
I, L, U, M, S, X = IGNORECASE, LOCALE, UNICODE, MULTILINE, DOTALL, VERBOSE
error, escape = re.error, re.escape


class RSREMatch(object):
    def __init__(self, pattern, ctx, string, pos, endpos):
        self.pos, self.endpos = pos, endpos
        self.re, self.string, self._ctx = pattern, string, ctx

    def span(self, groupnum=0):
        if not we_are_translated():
            groupnum = self.re.groupindex.get(groupnum, groupnum)
        return self._ctx.span(groupnum)

    def group(self, group=0):
        first, behind = self.span(group)
        return self.string[first:behind] if 0 <= first <= behind else None

    def start(self, groupnum=0):
        first, _ = self.span(groupnum)
        return first

    def end(self, groupnum=0):
        _, behind = self.span(groupnum)
        return behind

    def groups(self, default=None):
        texts = [self.group(i + 1) for i in range(self.re.groups)]
        for i in range(len(texts)):
            if texts[i] is None:
                texts[i] = default
        return texts if we_are_translated() else tuple(texts)

    @not_rpython
    def groupdict(self, default=None):
        return dict([(name, self._get(name, default)) for name in self.re.groupindex])

    @not_rpython
    def _get(self, group, default=None):
        if group not in self.re.groupindex and group not in range(self.re.groups + 1):
            raise IndexError('no such group')
        text = self.group(group)
        return default if text is None else text

    @not_rpython
    def expand(self, template):
        return re._expand(template, self)

    @property
    def regs(self):
        flat = self._ctx.flatten_marks()
        return tuple(zip(flat[::2], flat[1::2]))

    @property
    def lastindex(self):
        self._ctx.flatten_marks()
        return self._ctx.match_lastindex // 2 + 1 or None

    @property
    def lastgroup(self):
        return self.re._indexgroup[self.lastindex or 0]


class RSREPattern(object):
    def __init__(self, pattern, code, flags, num_groups, groupindex, indexgroup):
        self.pattern, self.flags, self._code = pattern, flags, code
        self.groups, self.groupindex, self._indexgroup = num_groups, groupindex, indexgroup

    def run(self, string, pos, endpos, mode):
        flags = self.flags
        if not we_are_translated() and isinstance(string, unicode):
            flags |= UNICODE
        ctx = rsre_constant.context(self._code, flags, string, pos, endpos, mode)
        return None if ctx is None else RSREMatch(self, ctx, string, ctx.original_pos, ctx.end)

    def match(self, string, pos=0, endpos=sys.maxint):
        return self.run(string, pos, endpos, rsre_constant.HERE)

    def search(self, string, pos=0, endpos=sys.maxint):
        return self.run(string, pos, endpos, rsre_constant.ANYWHERE)

    def fullmatch(self, string, pos=0, endpos=sys.maxint):
        return self.run(string, pos, endpos, rsre_constant.WHOLE)

    def scanner(self, string, start=0, end=sys.maxint):
        return SREScanner(self, string, start, end)

    def finditer(self, string, pos=0, endpos=sys.maxint):
        found = self.scanner(string, pos, endpos)
        m = found.search()
        while m is not None:
            yield m
            m = found.search()

    def findall(self, string, pos=0, endpos=sys.maxint):
        texts = []
        for m in self.finditer(string, pos, endpos):
            if self.groups > 1:
                assert not we_are_translated(), 'findall() of a pattern with several groups'
                texts.append(m.groups(string[:0]))
            else:
                texts.append(m.group(self.groups) or string[:0])
        return texts

    def split(self, string, maxsplit=0):
        parts, last = [], 0
        cuts = 0
        for m in self.finditer(string):
            first, behind = m.span(0)
            assert 0 <= first <= behind
            if first == behind:
                continue
            parts.append(string[last:first])
            parts.extend([m.group(i + 1) for i in range(self.groups)])
            last = behind
            cuts += 1
            if cuts == maxsplit:
                break
        parts.append(string[last:])
        return parts

    @not_rpython
    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    @not_rpython
    def subn(self, repl, string, count=0):
        if callable(repl):
            new = repl
        elif '\\' in repl:
            new = lambda m: m.expand(repl)
        else:
            new = lambda m: repl
        pieces, last, n = [], 0, 0
        for m in self.finditer(string):
            if m.start() == m.end() == last and n > 0:
                # Nothing, right behind a match.
                continue
            pieces += [string[last:m.start()], new(m)]
            last, n = m.end(), n + 1
            if n == count:
                break
        if n == 0:
            return string, 0
        empty = string[:0] if callable(repl) else string[:0] + repl[:0]
        return empty.join(pieces + [string[last:]]), n


@specialize.memo()
def compile(pattern, flags=0):
    code, all_flags, (groups, names, by_number) = get_code(pattern, flags, True)
    return RSREPattern(pattern, code, all_flags, groups, names, by_number)


def _with_constant(method):
    """A function of the module: a method of the pattern, which is a constant of each call."""
    @specialize.call_location()
    def function(pattern, string, flags=0):
        return getattr(compile(pattern, flags), method)(string)
    function.__name__ = method
    return function


match, search, fullmatch = _with_constant('match'), _with_constant('search'), _with_constant('fullmatch')
findall, finditer = _with_constant('findall'), _with_constant('finditer')


@specialize.call_location()
def split(pattern, string, maxsplit=0):
    return compile(pattern, 0).split(string, maxsplit)


@not_rpython
def sub(pattern, repl, string, count=0):
    return subn(pattern, repl, string, count)[0]


@not_rpython
def subn(pattern, repl, string, count=0):
    return compile(pattern).subn(repl, string, count)


class SREScanner(object):
    """Matches that follow each other."""

    def __init__(self, pattern, string, start, end):
        self.pattern, self.string = pattern, string
        self.place, self.end = start, end

    def step(self, mode):
        if self.place > len(self.string):
            return None
        m = self.pattern.run(self.string, self.place, self.end, mode)
        if m is None:
            self.place += 1
            return None
        first, self.place = m.span(0)
        if first == self.place:
            self.place += 1
        return m

    def match(self):
        return self.step(rsre_constant.HERE)

    def search(self):
        return self.step(rsre_constant.ANYWHERE)


class Scanner(object):
    """A lexer from pairs of a pattern and what to do with its matches."""

    def __init__(self, lexicon, flags=0):
        self.lexicon, self.match = lexicon, None
        # The group around each phrase.
        self.outer, number = [], 1
        for phrase, _ in lexicon:
            self.outer.append(number)
            number += 1 + re.compile(phrase, flags).groups
        self.scanner = compile('|'.join(['(%s)' % phrase for phrase, _ in lexicon]), flags)

    def scan(self, string):
        found, end = [], 0
        for m in iter(self.scanner.scanner(string).match, None):
            if m.end() == end:
                break
            end = m.end()
            for number, (_, action) in zip(self.outer, self.lexicon):
                if m.group(number) is not None:
                    self.match = m
                    value = action(self, m.group()) if callable(action) else action
                    found += [] if value is None else [value]
                    break
        return found, string[end:]
