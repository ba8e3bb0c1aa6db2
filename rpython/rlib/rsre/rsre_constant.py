# genext: python2
"""Patterns of Python's `re` in translated programs: `re.compile('...')`, made while the program is imported, matches there as it does here.

`re.Pattern` calls these functions when it is translated. They take strings and unicode strings, in graphs of their own.

Unlike in Python, `groups()` is a list, `findall()` wants a pattern with at most one group, and `group()` takes one argument.
"""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython.rlib.rsre import rsre_core


class MatchMethods(object):
    """What matches in both sorts of texts have."""
    _mixin_ = True

    @specialize.argtype(1)
    def number_of(self, group):
        index = self.re.groupindex.get(group, -1) if isinstance(group, str) else group
        if index < 0 or index > self.re.groups:
            raise IndexError
        return index

    # A copy for each call: where the group is known to be 0, the numbers are known not to be negative.
    @specialize.call_location()
    def span(self, group=0):
        if isinstance(group, int) and group == 0:
            first, behind = self._ctx.span(0)
            assert first >= 0
            assert behind >= 0
            return first, behind
        return self._ctx.span(self.number_of(group))

    @specialize.argtype(1)
    def group(self, group=0):
        first, behind = self.span(group)
        return self.string[first:behind] if 0 <= first <= behind else None

    __getitem__ = group

    @specialize.call_location()
    def start(self, group=0):
        first, _ = self.span(group)
        return first

    @specialize.call_location()
    def end(self, group=0):
        _, behind = self.span(group)
        return behind

    def groups(self, default=None):
        texts = [self.group(i + 1) for i in range(self.re.groups)]
        for i in range(len(texts)):
            if texts[i] is None:
                texts[i] = default
        return texts

    def groupdict(self, default=None):
        texts = {}
        for name, number in self.re.groupindex.items():
            text = self.group(number)
            texts[name] = default if text is None else text
        return texts

    @property
    def lastindex(self):
        """The last group that matched; 0 if none did (None does not go with numbers)."""
        self._ctx.flatten_marks()
        return (self._ctx.match_lastindex >> 1) + 1


class UnicodeMatch(MatchMethods):
    def __init__(self, pattern, ctx, string, pos, endpos):
        self.re, self._ctx = pattern, ctx
        self.string, self.pos, self.endpos = string, pos, endpos


class StrMatch(MatchMethods):
    def __init__(self, pattern, ctx, string, pos, endpos):
        self.re, self._ctx = pattern, ctx
        self.string, self.pos, self.endpos = string, pos, endpos

    def expand(self, template):
        builder = StringBuilder()
        i = 0
        while i < len(template):
            c = template[i]
            i += 1
            if c != '\\' or i >= len(template):
                builder.append(c)
                continue
            c = template[i]
            i += 1
            if c == 'g' and i < len(template) and template[i] == '<':
                end = template.find('>', i)
                if end < 0:
                    raise ValueError
                name = template[i + 1:end]
                i = end + 1
                text = self.group(int(name)) if name.isdigit() else self.group(name)
            elif c.isdigit():
                number = ord(c) - 48
                if i < len(template) and template[i].isdigit():
                    number = number * 10 + ord(template[i]) - 48
                    i += 1
                text = self.group(number)
            elif c == 'n':
                text = '\n'
            elif c == 't':
                text = '\t'
            elif c == 'r':
                text = '\r'
            elif c == '\\':
                text = c
            else:
                text = '\\' + c
            if text is not None:
                builder.append(text)
        return builder.build()


# Where a match may be: at the first place, anywhere behind it, or it is the whole text.
HERE, ANYWHERE, WHOLE = range(3)


@specialize.argtype(2)
def context(code, flags, string, pos, endpos, mode):
    """The context of a match between two places, or None."""
    length = len(string)
    endpos = max(min(endpos, length), 0)
    pos = max(min(pos, length), 0)
    if isinstance(string, unicode):
        ctx = rsre_core.UnicodeMatchContext(code, string, pos, endpos, flags)
    else:
        ctx = rsre_core.StrMatchContext(code, string, pos, endpos, flags)
    ctx.fullmatch_only = mode == WHOLE
    if mode == ANYWHERE:
        return ctx if rsre_core.search_context(ctx) else None
    return ctx if rsre_core.match_context(ctx) else None


@specialize.argtype(1)
def run(pattern, string, pos, endpos, mode):
    ctx = context(pattern._sre, pattern.flags, string, pos, endpos, mode)
    if ctx is None:
        return None
    if isinstance(string, unicode):
        return UnicodeMatch(pattern, ctx, string, ctx.original_pos, ctx.end)
    return StrMatch(pattern, ctx, string, ctx.original_pos, ctx.end)


@specialize.argtype(1)
def next_match(pattern, string, pos, endpos, last):
    """The first match from `pos` on; after an empty match `last` at `pos`, from the next character on."""
    if last:
        pos += 1
    if pos > len(string):
        return None
    return run(pattern, string, pos, endpos, ANYWHERE)


@specialize.argtype(1)
def finditer(pattern, string, pos, endpos):
    empty = False
    while True:
        m = next_match(pattern, string, pos, endpos, empty)
        if m is None:
            return
        yield m
        start, pos = m.span(0)
        empty = start == pos


@specialize.argtype(1)
def findall(pattern, string, pos, endpos):
    found = []
    empty = False
    assert pattern.groups < 2, "findall() of a pattern with several groups"
    while True:
        m = next_match(pattern, string, pos, endpos, empty)
        if m is None:
            return found
        text = m.group(pattern.groups)
        found.append(string[:0] if text is None else text)
        start, pos = m.span(0)
        empty = start == pos


@specialize.argtype(1)
def split(pattern, string, maxsplit):
    parts = []
    pos = last = n = 0
    empty = False
    while maxsplit == 0 or n < maxsplit:
        m = next_match(pattern, string, pos, len(string), empty)
        if m is None:
            break
        start, pos = m.span(0)
        assert 0 <= start <= pos
        empty = start == pos
        # Python 3 splits where it finds nothing, and replaces nothing right behind a match.
        if empty and pattern._python2:
            continue
        parts.append(string[last:start])
        for i in range(pattern.groups):
            parts.append(m.group(i + 1))
        last = pos
        n += 1
    parts.append(string[last:])
    return parts


@specialize.argtype(1, 2)
def subn(pattern, repl, string, count):
    if isinstance(string, unicode):
        builder = UnicodeBuilder()
    else:
        builder = StringBuilder()
    pos = last = n = 0
    empty = False
    while count == 0 or n < count:
        m = next_match(pattern, string, pos, len(string), empty)
        if m is None:
            break
        start, pos = m.span(0)
        assert 0 <= start <= pos
        empty = start == pos
        if empty and start == last and n > 0 and pattern._python2:
            # Nothing, right behind a match.
            continue
        builder.append(string[last:start])
        if isinstance(repl, str):
            builder.append(m.expand(repl) if '\\' in repl else repl)
        elif isinstance(repl, unicode):
            builder.append(repl)
        else:
            builder.append(repl(m))
        last = pos
        n += 1
    builder.append(string[last:])
    return builder.build(), n
