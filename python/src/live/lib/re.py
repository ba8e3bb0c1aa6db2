"""Regular expressions, over the matcher in Rust. In translated programs compiled patterns match by `rpython.rlib.rsre`."""
import _re
import _genext
from rpython.rlib.objectmodel import we_are_translated

IGNORECASE = I = 2
LOCALE = L = 4
MULTILINE = M = 8
DOTALL = S = 16
UNICODE = U = 32
VERBOSE = X = 64
DEBUG = 128
ASCII = A = 256


class error(Exception):
    pass


_cache = {}


class Match(object):
    def __init__(self, pattern, string, pos, endpos, found):
        self.re = pattern
        self.string = string
        self.pos = pos
        self.endpos = endpos
        self._spans = found
        last = found[-1]
        self.lastindex = last or None

    @property
    def lastgroup(self):
        for name, i in self.re.groupindex.items():
            if i == self.lastindex:
                return name
        return None

    @property
    def regs(self):
        return tuple([self.span(i) for i in range(self.re.groups + 1)])

    def _index(self, group):
        if isinstance(group, (str, unicode_type)):
            try:
                return self.re.groupindex[group]
            except KeyError:
                raise IndexError('no such group')
        if not 0 <= group <= self.re.groups:
            raise IndexError('no such group')
        return group

    def _get(self, group, default=None):
        i = self._index(group)
        start = self._spans[2 * i]
        if start < 0:
            return default
        return self.string[start:self._spans[2 * i + 1]]

    def group(self, *groups):
        if not groups:
            return self._get(0)
        if len(groups) == 1:
            return self._get(groups[0])
        return tuple([self._get(g) for g in groups])

    __getitem__ = group

    def groups(self, default=None):
        return tuple([self._get(i, default) for i in range(1, self.re.groups + 1)])

    def groupdict(self, default=None):
        return dict([(name, self._get(i, default)) for name, i in self.re.groupindex.items()])

    def start(self, group=0):
        return self._spans[2 * self._index(group)]

    def end(self, group=0):
        i = self._index(group)
        return self._spans[2 * i + 1] if self._spans[2 * i] >= 0 else -1

    def span(self, group=0):
        return self.start(group), self.end(group)

    def expand(self, template):
        return _expand(template, self)

    def __repr__(self):
        return '<re.Match object; span=%r, match=%r>' % (self.span(), self.group())


unicode_type = type(u'')
_END = 2 ** 63 - 1


class Pattern(object):
    def __init__(self, pattern, flags):
        try:
            self._program = _re.compile(pattern, flags)
        except ValueError as e:
            raise error(str(e))
        self._sre = self._program.sre
        self.pattern = pattern
        self.flags = self._program.flags
        self.groups = self._program.groups
        self.groupindex = dict(self._program.names)
        self._python2 = _genext.is_python2()

    def _run(self, string, pos, endpos, mode):
        if we_are_translated():
            from rpython.rlib.rsre.rsre_constant import run
            return run(self, string, pos, endpos, mode)
        n = len(string)
        endpos = max(0, min(n if endpos is None else endpos, n))
        pos = max(0, min(pos, n))
        found = _re.run(self._program, string, pos, endpos, mode)
        if found is None:
            return None
        return Match(self, string, pos, endpos, found)

    def match(self, string, pos=0, endpos=_END):
        return self._run(string, pos, endpos, 0)

    def search(self, string, pos=0, endpos=_END):
        return self._run(string, pos, endpos, 1)

    def fullmatch(self, string, pos=0, endpos=_END):
        return self._run(string, pos, endpos, 2)

    def finditer(self, string, pos=0, endpos=_END):
        if we_are_translated():
            from rpython.rlib.rsre import rsre_constant
            return rsre_constant.finditer(self, string, pos, endpos)
        return self._finditer(string, pos, endpos)

    def _finditer(self, string, pos, endpos):
        while True:
            m = self._run(string, pos, endpos, 1)
            if m is None:
                return
            yield m
            start, end = m.span()
            if end == start:
                if end >= len(string):
                    return
                end += 1
            pos = end

    def scanner(self, string, pos=0, endpos=_END):
        return _Scanner(self, string, pos, endpos)

    def findall(self, string, pos=0, endpos=_END):
        if we_are_translated():
            from rpython.rlib.rsre import rsre_constant
            return rsre_constant.findall(self, string, pos, endpos)
        out = []
        for m in self.finditer(string, pos, endpos):
            if self.groups == 0:
                out.append(m.group())
            elif self.groups == 1:
                out.append(m._get(1, string[:0]))
            else:
                out.append(m.groups(string[:0]))
        return out

    def split(self, string, maxsplit=0):
        if we_are_translated():
            from rpython.rlib.rsre import rsre_constant
            return rsre_constant.split(self, string, maxsplit)
        out = []
        last = 0
        for m in self.finditer(string):
            if m.start() == m.end() and self._python2:
                continue
            if maxsplit and len(out) >= maxsplit * (self.groups + 1):
                break
            out.append(string[last:m.start()])
            out.extend(m.groups())
            last = m.end()
        out.append(string[last:])
        return out

    def subn(self, repl, string, count=0):
        if we_are_translated():
            from rpython.rlib.rsre import rsre_constant
            return rsre_constant.subn(self, repl, string, count)
        out = []
        last = n = 0
        if not callable(repl) and (not isinstance(repl, (str, unicode_type)) or '\\' not in repl):
            text = repl
            repl = lambda m: text
        for m in self.finditer(string):
            if count and n >= count:
                break
            if self._python2 and m.start() == m.end() == last and n and m.start() == previous_end:
                continue
            out.append(string[last:m.start()])
            out.append(repl(m) if callable(repl) else _expand(repl, m))
            last = previous_end = m.end()
            n += 1
        out.append(string[last:])
        return string[:0].join(out), n

    def sub(self, repl, string, count=0):
        return self.subn(repl, string, count)[0]

    def __repr__(self):
        return 're.compile(%r)' % (self.pattern,)

    def __eq__(self, other):
        return isinstance(other, Pattern) and (self.pattern, self.flags) == (other.pattern, other.flags)

    def __ne__(self, other):
        return not self == other

    def __hash__(self):
        return hash((self.pattern, self.flags))

    def __deepcopy__(self, memo):
        return self


# Each kind of text has graphs of its own in translated programs.
for _name in ('_run', 'match', 'search', 'fullmatch', 'finditer', 'findall', 'split'):
    vars(Pattern)[_name]._annspecialcase_ = 'specialize:argtype(1)'
for _name in ('sub', 'subn'):
    vars(Pattern)[_name]._annspecialcase_ = 'specialize:argtype(1, 2)'


class _Scanner(object):
    def __init__(self, pattern, string, pos, endpos):
        self.pattern, self.string, self.pos, self.endpos = pattern, string, pos, endpos

    def _step(self, m):
        if m is not None:
            self.pos = m.end() + (m.start() == m.end())
        return m

    def match(self):
        return self._step(self.pattern.match(self.string, self.pos, self.endpos))

    def search(self):
        return self._step(self.pattern.search(self.string, self.pos, self.endpos))


_SIMPLE = {'n': '\n', 't': '\t', 'r': '\r', 'f': '\f', 'v': '\v', 'a': '\a', 'b': '\b', '\\': '\\'}


_OCTAL = tuple('01234567')


def _filled(m, group, empty):
    text = m._get(group)
    if text is None and _genext.is_python2():
        raise error('unmatched group')
    return empty if text is None else text


def _expand(template, m):
    out = []
    i = 0
    n = len(template)
    empty = m.string[:0]
    while i < n:
        c = template[i]
        i += 1
        if c != '\\' or i >= n:
            out.append(c)
            continue
        c = template[i]
        i += 1
        if c == 'g':
            end = template.find('>', i)
            if template[i:i + 1] != '<' or end < 0:
                raise error('missing group name' if template[i:i + 1] != '<' else 'missing >, unterminated name')
            name = template[i + 1:end]
            i = end + 1
            if not name or not (name.isdigit() or name.replace('_', 'a').isalnum() and not name[0].isdigit()):
                raise error('bad character in group name')
            try:
                out.append(_filled(m, int(name) if name.isdigit() else name, empty))
            except IndexError:
                if name.isdigit():
                    raise error('invalid group reference')
                raise
        elif c.isdigit():
            digits = c
            while len(digits) < 3 and template[i:i + 1] in _OCTAL:
                digits += template[i]
                i += 1
            if c == '0' or len(digits) == 3 and c in '1234567':
                out.append(chr(int(digits, 8) & 0xff))
                continue
            i += 1 - len(digits)
            if template[i:i + 1].isdigit():
                c += template[i]
                i += 1
            try:
                out.append(_filled(m, int(c), empty))
            except IndexError:
                raise error('invalid group reference ' + c)
        else:
            out.append(_SIMPLE.get(c, '\\' + c))
    return empty.join(out)


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        if flags:
            raise ValueError('cannot process flags argument with a compiled pattern')
        return pattern
    key = (type(pattern), pattern, flags)
    p = _cache.get(key)
    if p is None:
        if len(_cache) > 500:
            _cache.clear()
        p = _cache[key] = Pattern(pattern, int(flags))
    return p


def match(pattern, string, flags=0):
    return compile(pattern, flags).match(string)


def search(pattern, string, flags=0):
    return compile(pattern, flags).search(string)


def fullmatch(pattern, string, flags=0):
    return compile(pattern, flags).fullmatch(string)


def findall(pattern, string, flags=0):
    return compile(pattern, flags).findall(string)


def finditer(pattern, string, flags=0):
    return compile(pattern, flags).finditer(string)


def split(pattern, string, maxsplit=0, flags=0):
    return compile(pattern, flags).split(string, maxsplit)


def sub(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).sub(repl, string, count)


def subn(pattern, repl, string, count=0, flags=0):
    return compile(pattern, flags).subn(repl, string, count)


compile._annspecialcase_ = 'specialize:memo'
for _function in (match, search, fullmatch, findall, finditer, split, sub, subn):
    _function._annspecialcase_ = 'specialize:call_location'


def purge():
    _cache.clear()


def escape(text):
    out = []
    for c in text:
        if c.isalnum() or c == '_' or c > '\x7f':
            out.append(c)
        elif c == '\0':
            out.append('\\000')
        else:
            out.append('\\' + c)
    return text[:0].join(out)


template = compile
