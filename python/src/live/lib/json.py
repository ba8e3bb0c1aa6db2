"""JSON."""
import re

_space = re.compile(r'[ \t\n\r]*')
_number = re.compile(r'(-?(?:0|[1-9]\d*))(\.\d+)?([eE][-+]?\d+)?')
_escapes = {'"': '"', '\\': '\\', '/': '/', 'b': '\b', 'f': '\f', 'n': '\n', 'r': '\r', 't': '\t'}


class JSONDecodeError(ValueError):
    def __init__(self, msg, doc, pos):
        ValueError.__init__(self, '%s: char %d' % (msg, pos))
        self.msg, self.doc, self.pos = msg, doc, pos


def _quote(s, ascii_only):
    if isinstance(s, str):
        s = s.decode('utf-8')
    out = ['"']
    for c in s:
        n = ord(c)
        if c == '"':
            out.append('\\"')
        elif c == '\\':
            out.append('\\\\')
        elif c == '\n':
            out.append('\\n')
        elif c == '\r':
            out.append('\\r')
        elif c == '\t':
            out.append('\\t')
        elif c == '\b':
            out.append('\\b')
        elif c == '\f':
            out.append('\\f')
        elif n < 32 or (ascii_only and n > 126):
            if n > 0xffff:
                n -= 0x10000
                out.append('\\u%04x\\u%04x' % (0xd800 + (n >> 10), 0xdc00 + (n & 0x3ff)))
            else:
                out.append('\\u%04x' % n)
        else:
            out.append(c.encode('utf-8'))
    out.append('"')
    return ''.join(out)


class JSONEncoder(object):
    item_separator = ', '
    key_separator = ': '

    def __init__(self, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True,
                 sort_keys=False, indent=None, separators=None, default=None, encoding=None):
        self.ensure_ascii, self.sort_keys, self.indent = ensure_ascii, sort_keys, indent
        self.skipkeys = skipkeys
        if separators is not None:
            self.item_separator, self.key_separator = separators
        elif indent is not None:
            self.item_separator = ','
        if default is not None:
            self.default = default

    def default(self, o):
        raise TypeError('%r is not JSON serializable' % (o,))

    def encode(self, o):
        return ''.join(self._parts(o, 0))

    def iterencode(self, o):
        return iter(self._parts(o, 0))

    def _newline(self, level):
        if self.indent is None:
            return ''
        pad = self.indent if isinstance(self.indent, str) else ' ' * self.indent
        return '\n' + pad * level

    def _key(self, k):
        if isinstance(k, (str, type(u''))):
            return k
        if k is True:
            return 'true'
        if k is False:
            return 'false'
        if k is None:
            return 'null'
        if isinstance(k, float):
            return repr(k)
        if isinstance(k, int):
            return str(int(k))
        raise TypeError('keys must be a string')

    def _parts(self, o, level):
        if o is None:
            return ['null']
        if o is True:
            return ['true']
        if o is False:
            return ['false']
        if isinstance(o, (str, type(u''))):
            return [_quote(o, self.ensure_ascii)]
        if isinstance(o, int):
            return [str(int(o))]
        if isinstance(o, float):
            if o != o:
                return ['NaN']
            if o in (float('inf'), float('-inf')):
                return ['Infinity' if o > 0 else '-Infinity']
            return [repr(float(o))]
        if isinstance(o, dict):
            items = [(self._key(k), v) for k, v in o.items()]
            if self.sort_keys:
                items.sort(key=lambda item: item[0])
            if not items:
                return ['{}']
            out = ['{']
            for i, (k, v) in enumerate(items):
                if i:
                    out.append(self.item_separator)
                out.append(self._newline(level + 1))
                out.append(_quote(k, self.ensure_ascii))
                out.append(self.key_separator)
                out.extend(self._parts(v, level + 1))
            out.append(self._newline(level))
            out.append('}')
            return out
        if isinstance(o, (list, tuple)):
            if not o:
                return ['[]']
            out = ['[']
            for i, v in enumerate(o):
                if i:
                    out.append(self.item_separator)
                out.append(self._newline(level + 1))
                out.extend(self._parts(v, level + 1))
            out.append(self._newline(level))
            out.append(']')
            return out
        return self._parts(self.default(o), level)


class JSONDecoder(object):
    def __init__(self, encoding=None, object_hook=None, parse_float=None, parse_int=None,
                 parse_constant=None, strict=True, object_pairs_hook=None):
        self.object_hook, self.object_pairs_hook = object_hook, object_pairs_hook
        self.parse_float = parse_float or float
        self.parse_int = parse_int or int

    def decode(self, s):
        if isinstance(s, str):
            s = s.decode('utf-8')
        value, i = self.raw_decode(s, _space.match(s).end())
        i = _space.match(s, i).end()
        if i != len(s):
            raise JSONDecodeError('Extra data', s, i)
        return value

    def _string(self, s, i):
        out = []
        start = i
        n = len(s)
        while True:
            if i >= n:
                raise JSONDecodeError('Unterminated string', s, start)
            c = s[i]
            if c == u'"':
                return u''.join(out), i + 1
            i += 1
            if c != u'\\':
                out.append(c)
                continue
            c = s[i:i + 1]
            i += 1
            if c == u'u':
                code = int(s[i:i + 4], 16)
                i += 4
                if 0xd800 <= code < 0xdc00 and s[i:i + 2] == u'\\u':
                    low = int(s[i + 2:i + 6], 16)
                    if 0xdc00 <= low < 0xe000:
                        code = 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00)
                        i += 6
                out.append(_unichr(code))
            elif c in _escapes:
                out.append(_escapes[c].decode('ascii'))
            else:
                raise JSONDecodeError('Invalid \\escape', s, i)

    def raw_decode(self, s, i=0):
        skip = lambda i: _space.match(s, i).end()
        c = s[i:i + 1]
        if c == u'"':
            return self._string(s, i + 1)
        if c == u'{':
            pairs = []
            i = skip(i + 1)
            if s[i:i + 1] != u'}':
                while True:
                    if s[i:i + 1] != u'"':
                        raise JSONDecodeError('Expecting property name', s, i)
                    key, i = self._string(s, i + 1)
                    i = skip(i)
                    if s[i:i + 1] != u':':
                        raise JSONDecodeError("Expecting ':' delimiter", s, i)
                    value, i = self.raw_decode(s, skip(i + 1))
                    pairs.append((key, value))
                    i = skip(i)
                    if s[i:i + 1] != u',':
                        break
                    i = skip(i + 1)
            if s[i:i + 1] != u'}':
                raise JSONDecodeError("Expecting ',' delimiter", s, i)
            if self.object_pairs_hook is not None:
                return self.object_pairs_hook(pairs), i + 1
            value = dict(pairs)
            if self.object_hook is not None:
                value = self.object_hook(value)
            return value, i + 1
        if c == u'[':
            out = []
            i = skip(i + 1)
            if s[i:i + 1] != u']':
                while True:
                    value, i = self.raw_decode(s, i)
                    out.append(value)
                    i = skip(i)
                    if s[i:i + 1] != u',':
                        break
                    i = skip(i + 1)
            if s[i:i + 1] != u']':
                raise JSONDecodeError("Expecting ',' delimiter", s, i)
            return out, i + 1
        for text, value in ((u'null', None), (u'true', True), (u'false', False), (u'NaN', float('nan')),
                            (u'Infinity', float('inf')), (u'-Infinity', float('-inf'))):
            if s[i:i + len(text)] == text:
                return value, i + len(text)
        m = _number.match(s, i)
        if m is None:
            raise JSONDecodeError('Expecting value', s, i)
        whole, fraction, exponent = m.groups()
        if fraction or exponent:
            return self.parse_float(str(m.group())), m.end()
        return self.parse_int(str(whole)), m.end()


def _unichr(code):
    return ('\\U%08x' % code).decode('unicode-escape')


def dumps(obj, skipkeys=False, ensure_ascii=True, check_circular=True, allow_nan=True, cls=None,
          indent=None, separators=None, encoding='utf-8', default=None, sort_keys=False, **kw):
    encoder = (cls or JSONEncoder)(skipkeys=skipkeys, ensure_ascii=ensure_ascii, indent=indent,
                                   separators=separators, default=default, sort_keys=sort_keys, **kw)
    return encoder.encode(obj)


def dump(obj, fp, **kw):
    fp.write(dumps(obj, **kw))


def loads(s, encoding=None, cls=None, **kw):
    return (cls or JSONDecoder)(**kw).decode(s)


def load(fp, **kw):
    return loads(fp.read(), **kw)
