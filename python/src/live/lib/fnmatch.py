"""Shell patterns."""
import re


def translate(pat):
    out = ''
    i, n = 0, len(pat)
    while i < n:
        c = pat[i]
        i += 1
        if c == '*':
            out += '.*'
        elif c == '?':
            out += '.'
        elif c == '[':
            j = pat.find(']', i + 1)
            if j < 0:
                out += '\\['
            else:
                inner = pat[i:j].replace('\\', '\\\\')
                if inner.startswith('!'):
                    inner = '^' + inner[1:]
                out += '[' + inner + ']'
                i = j + 1
        else:
            out += re.escape(c)
    return out + '\\Z'


def fnmatchcase(name, pat):
    return re.compile(translate(pat), re.DOTALL).match(name) is not None


fnmatch = fnmatchcase


def filter(names, pat):
    return [n for n in names if fnmatchcase(n, pat)]
