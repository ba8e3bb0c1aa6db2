# genext: python2
"""Patterns of Python's `re` in translated programs: `re.compile('...')`, made while the program is imported, matches there as it does here.

`re.Pattern` calls these functions when it is translated. They take strings and unicode strings, in graphs of their own.

Unlike in Python, `groups()` is a list, `findall()` wants a pattern with at most one group, and `group()` takes one argument.
"""
from rpython.rlib.objectmodel import specialize
from rpython.rlib.rstring import StringBuilder, UnicodeBuilder
from rpython.rlib.rsre import rsre_core


class StrMatch(object):
    def __init__(self, pattern, ctx, string, pos, endpos):
        self.re = pattern
        self._ctx = ctx
        self.string = string
        self.pos = pos
        self.endpos = endpos

    @specialize.argtype(1)
    def _number(self, group):
        if isinstance(group, str):
            index = self.re.groupindex.get(group, -1)
        else:
            index = group
        if not 0 <= index <= self.re.groups:
            raise IndexError
        return index

    @specialize.argtype(1)
    def span(self, group=0):
        return self._ctx.span(self._number(group))

    @specialize.argtype(1)
    def start(self, group=0):
        return self.span(group)[0]

    @specialize.argtype(1)
    def end(self, group=0):
        return self.span(group)[1]

    @specialize.argtype(1)
    def group(self, group=0):
        start, stop = self.span(group)
        if 0 <= start <= stop:
            return self.string[start:stop]
        return None

    @specialize.argtype(1)
    def __getitem__(self, group):
        return self.group(group)

    def groups(self, default=None):
        found = []
        for i in range(self.re.groups):
            text = self.group(i + 1)
            found.append(default if text is None else text)
        return found

    def groupdict(self, default=None):
        found = {}
        for name, number in self.re.groupindex.items():
            text = self.group(number)
            found[name] = default if text is None else text
        return found

    @property
    def lastindex(self):
        """The last group that matched; 0 if none did (None does not go with numbers)."""
        self._ctx.flatten_marks()
        return (self._ctx.match_lastindex >> 1) + 1

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


class UnicodeMatch(object):
    def __init__(self, pattern, ctx, string, pos, endpos):
        self.re = pattern
        self._ctx = ctx
        self.string = string
        self.pos = pos
        self.endpos = endpos

    @specialize.argtype(1)
    def _number(self, group):
        if isinstance(group, str):
            index = self.re.groupindex.get(group, -1)
        else:
            index = group
        if not 0 <= index <= self.re.groups:
            raise IndexError
        return index

    @specialize.argtype(1)
    def span(self, group=0):
        return self._ctx.span(self._number(group))

    @specialize.argtype(1)
    def start(self, group=0):
        return self.span(group)[0]

    @specialize.argtype(1)
    def end(self, group=0):
        return self.span(group)[1]

    @specialize.argtype(1)
    def group(self, group=0):
        start, stop = self.span(group)
        if 0 <= start <= stop:
            return self.string[start:stop]
        return None

    @specialize.argtype(1)
    def __getitem__(self, group):
        return self.group(group)

    def groups(self, default=None):
        found = []
        for i in range(self.re.groups):
            text = self.group(i + 1)
            found.append(default if text is None else text)
        return found

    @property
    def lastindex(self):
        self._ctx.flatten_marks()
        return (self._ctx.match_lastindex >> 1) + 1


@specialize.argtype(1)
def run(pattern, string, pos, endpos, mode):
    """Mode 0: at `pos`, 1: search from there, 2: the whole text."""
    length = len(string)
    if endpos > length:
        endpos = length
    if endpos < 0:
        endpos = 0
    if pos < 0:
        pos = 0
    if pos > length:
        pos = length
    if isinstance(string, unicode):
        ctx = rsre_core.UnicodeMatchContext(pattern._sre, string, pos, endpos, pattern.flags)
    else:
        ctx = rsre_core.StrMatchContext(pattern._sre, string, pos, endpos, pattern.flags)
    ctx.fullmatch_only = mode == 2
    if mode == 1:
        found = rsre_core.search_context(ctx)
    else:
        found = rsre_core.match_context(ctx)
    if not found:
        return None
    if isinstance(string, unicode):
        return UnicodeMatch(pattern, ctx, string, pos, endpos)
    return StrMatch(pattern, ctx, string, pos, endpos)


@specialize.argtype(1)
def next_match(pattern, string, pos, endpos, last):
    """The first match from `pos` on; after an empty match `last` at `pos`, from the next character on."""
    if last:
        pos += 1
    if pos > len(string):
        return None
    return run(pattern, string, pos, endpos, 1)


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
        if empty:
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
        if empty and start == last and n > 0:
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
