# genext: python2
"""Python's `re`, for translated programs: patterns are constants. `sub`, `groupdict` and `expand` are for untranslated code."""
import re
import sys
from rpython.rlib.objectmodel import specialize, we_are_translated, not_rpython
from rpython.rlib.rsre import rsre_char, rsre_core
from rpython.rlib.rsre.rpy import get_code as _get_code
from rpython.rlib.unicodedata import unicodedb

rsre_char.set_unicode_db(unicodedb)

I = IGNORECASE = re.I
L = LOCALE = re.L
U = UNICODE = re.U
M = MULTILINE = re.M
S = DOTALL = re.S
X = VERBOSE = re.X

escape = re.escape
error = re.error


@specialize.memo()
def compile(pattern, flags=0):
    code, flags, args = _get_code(pattern, flags, allargs=True)
    return RSREPattern(pattern, code, flags, *args)


@specialize.call_location()
def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


@specialize.call_location()
def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


@specialize.call_location()
def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


@specialize.call_location()
def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


@specialize.call_location()
def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


@specialize.call_location()
def split(pattern, string, maxsplit=0):
    return compile(pattern, 0).split(string, maxsplit)


@not_rpython
def sub(pattern, repl, string, count=0):
    return compile(pattern).sub(repl, string, count)


@not_rpython
def subn(pattern, repl, string, count=0):
    return compile(pattern).subn(repl, string, count)


class RSREPattern(object):
    def __init__(self, pattern, code, flags, num_groups, groupindex, indexgroup):
        self._code = code
        self.pattern = pattern
        self.flags = flags
        self.groups = num_groups
        self.groupindex = groupindex
        self._indexgroup = indexgroup

    def _wrap(self, ctx):
        return None if ctx is None else RSREMatch(self, ctx)

    def _flags(self, string):
        if not we_are_translated() and isinstance(string, type(u'')):
            return self.flags | U
        return self.flags

    def match(self, string, pos=0, endpos=sys.maxint):
        return self._wrap(rsre_core.match(self._code, string, pos, endpos, self._flags(string)))

    def fullmatch(self, string, pos=0, endpos=sys.maxint):
        return self._wrap(rsre_core.fullmatch(self._code, string, pos, endpos, self._flags(string)))

    def search(self, string, pos=0, endpos=sys.maxint):
        return self._wrap(rsre_core.search(self._code, string, pos, endpos, self._flags(string)))

    def findall(self, string, pos=0, endpos=sys.maxint):
        result = []
        scanner = self.scanner(string, pos, endpos)
        while True:
            m = scanner.search()
            if m is None:
                return result
            if self.groups < 2:
                result.append(m.group(self.groups) or string[:0])
            else:
                assert not we_are_translated(), "findall() of a pattern with several groups"
                result.append(m.groups(string[:0]))

    def finditer(self, string, pos=0, endpos=sys.maxint):
        scanner = self.scanner(string, pos, endpos)
        while True:
            m = scanner.search()
            if m is None:
                break
            yield m

    @not_rpython
    def subn(self, repl, string, count=0):
        template = not callable(repl) and '\\' in repl
        parts, last, n, start = [], 0, 0, 0
        while not count or n < count:
            m = self.search(string, start)
            if m is None:
                break
            if not (m.start() == m.end() == last and n > 0):
                parts.append(string[last:m.start()])
                parts.append(m.expand(repl) if template else repl(m) if callable(repl) else repl)
                last = m.end()
                n += 1
            elif last >= len(string):
                break
            start = m.end() + (m.start() == m.end())
        if n == 0:
            return string, 0
        parts.append(string[last:])
        empty = string[:0] if callable(repl) else string[:0] + repl[:0]
        return empty.join(parts), n

    @not_rpython
    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def split(self, string, maxsplit=0):
        result = []
        start = last = n = 0
        while maxsplit == 0 or n < maxsplit:
            m = self.search(string, start)
            if m is None:
                break
            begin, end = m.span(0)
            assert 0 <= begin <= end
            if begin == end:
                if begin == len(string):
                    break
                start = end + 1
                continue
            result.append(string[last:begin])
            for i in range(self.groups):
                result.append(m.group(i + 1))
            n += 1
            last = start = end
        result.append(string[last:])
        return result

    def scanner(self, string, start=0, end=sys.maxint):
        return SREScanner(self, string, start, end)


class RSREMatch(object):
    def __init__(self, pattern, ctx):
        self.re = pattern
        self._ctx = ctx

    def span(self, groupnum=0):
        if not we_are_translated():
            groupnum = self.re.groupindex.get(groupnum, groupnum)
        return self._ctx.span(groupnum)

    def start(self, groupnum=0):
        return self.span(groupnum)[0]

    def end(self, groupnum=0):
        return self.span(groupnum)[1]

    def group(self, group=0):
        start, stop = self.span(group)
        if 0 <= start <= stop:
            return self._ctx._string[start:stop]
        return None

    def groups(self, default=None):
        found = []
        for i in range(self.re.groups):
            text = self.group(i + 1)
            found.append(default if text is None else text)
        if not we_are_translated():
            return tuple(found)
        return found

    @not_rpython
    def groupdict(self, default=None):
        return dict([(name, default if self.group(i) is None else self.group(i)) for name, i in self.re.groupindex.items()])

    @not_rpython
    def _get(self, group, default=None):
        if group not in self.re.groupindex and not (isinstance(group, int) and 0 <= group <= self.re.groups):
            raise IndexError("no such group")
        text = self.group(group)
        return default if text is None else text

    @not_rpython
    def expand(self, template):
        return re._expand(template, self)

    @property
    def regs(self):
        flat = self._ctx.flatten_marks()
        return tuple([(flat[i], flat[i + 1]) for i in range(0, len(flat), 2)])

    @property
    def lastindex(self):
        self._ctx.flatten_marks()
        last = self._ctx.match_lastindex
        return None if last < 0 else last // 2 + 1

    @property
    def lastgroup(self):
        index = self.lastindex
        return None if index is None else self.re._indexgroup[index]

    @property
    def string(self):
        return self._ctx._string

    @property
    def pos(self):
        return self._ctx.original_pos

    @property
    def endpos(self):
        return self._ctx.end


class SREScanner(object):
    """Matches that follow each other."""

    def __init__(self, pattern, string, start, end):
        self.pattern = pattern
        self._string = string
        self._start = start
        self._end = end

    def _advance(self, m):
        if m is None:
            self._start += 1
        else:
            begin, end = m.span(0)
            self._start = end + 1 if begin == end else end
        return m

    def match(self):
        if self._start > len(self._string):
            return None
        return self._advance(self.pattern.match(self._string, self._start, self._end))

    def search(self):
        if self._start > len(self._string):
            return None
        return self._advance(self.pattern.search(self._string, self._start, self._end))


class Scanner(object):
    """A lexer from pairs of a pattern and what to do with its matches."""

    def __init__(self, lexicon, flags=0):
        self.lexicon = lexicon
        self.actions = {}
        groups = 1
        for phrase, action in lexicon:
            self.actions[groups] = action
            groups += 1 + re.compile(phrase, flags).groups
        self.scanner = compile('|'.join(['(%s)' % phrase for phrase, _ in lexicon]), flags)
        self.match = None

    def scan(self, string):
        found = []
        scanner = self.scanner.scanner(string)
        end = 0
        while True:
            m = scanner.match()
            if m is None or m.end() == end:
                return found, string[end:]
            action = [self.actions[g] for g in self.actions if m.group(g) is not None][0]
            if callable(action):
                self.match = m
                action = action(self, m.group())
            if action is not None:
                found.append(action)
            end = m.end()
