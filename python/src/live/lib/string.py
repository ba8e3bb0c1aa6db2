"""Character classes and the functions of Python 2's string module."""
whitespace = ' \t\n\r\x0b\x0c'
lowercase = ascii_lowercase = 'abcdefghijklmnopqrstuvwxyz'
uppercase = ascii_uppercase = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'
letters = ascii_letters = ascii_lowercase + ascii_uppercase
digits = '0123456789'
hexdigits = digits + 'abcdefABCDEF'
octdigits = '01234567'
punctuation = '!"#$%&\'()*+,-./:;<=>?@[\\]^_`{|}~'
printable = digits + ascii_letters + punctuation + whitespace


def join(words, sep=' '):
    return sep.join(words)


def split(s, sep=None, maxsplit=-1):
    return s.split(sep, maxsplit)


def replace(s, old, new, count=-1):
    return s.replace(old, new, count)


def upper(s):
    return s.upper()


def lower(s):
    return s.lower()


def strip(s, chars=None):
    return s.strip(chars)


def lstrip(s, chars=None):
    return s.lstrip(chars)


def rstrip(s, chars=None):
    return s.rstrip(chars)


def find(s, *args):
    return s.find(*args)


def rfind(s, *args):
    return s.rfind(*args)


def index(s, *args):
    return s.index(*args)


def count(s, *args):
    return s.count(*args)


def zfill(s, width):
    return s.zfill(width)


def ljust(s, width, *fill):
    return s.ljust(width, *fill)


def rjust(s, width, *fill):
    return s.rjust(width, *fill)


def center(s, width, *fill):
    return s.center(width, *fill)


def capitalize(s):
    return s.capitalize()


def capwords(s, sep=None):
    return (sep or ' ').join([w.capitalize() for w in s.split(sep)])


def maketrans(a, b):
    return str.maketrans(a, b)


def translate(s, table, delete=''):
    return s.translate(table, delete)


def atoi(s, base=10):
    return int(s, base)


def atof(s):
    return float(s)


class Template(object):
    def __init__(self, template):
        self.template = template

    def _expand(self, values, strict):
        out = []
        t = self.template
        i = 0
        while i < len(t):
            c = t[i]
            if c != '$' or i + 1 >= len(t):
                out.append(c)
                i += 1
                continue
            if t[i + 1] == '$':
                out.append('$')
                i += 2
                continue
            start = i
            if t[i + 1] == '{':
                end = t.find('}', i)
                name = t[i + 2:end]
                i = end + 1
            else:
                end = i + 1
                while end < len(t) and (t[end].isalnum() or t[end] == '_'):
                    end += 1
                name = t[i + 1:end]
                i = end
            if name in values or strict:
                out.append(str(values[name]))
            else:
                out.append(t[start:i])
        return ''.join(out)

    def substitute(self, mapping=None, **kw):
        return self._expand(dict(mapping or {}, **kw), True)

    def safe_substitute(self, mapping=None, **kw):
        return self._expand(dict(mapping or {}, **kw), False)


class Formatter(object):
    def format(self, text, *args, **kw):
        return text.format(*args, **kw)
