"""What the scripts that write tables of characters share: all characters, questions about one, and the form of a file."""
import sys

assert sys.version_info[:2] == (3, 11), 'the tables are those of Unicode 14'
ALL = [chr(i) for i in range(0x110000)]


def cased(c):
    """A sigma at the end of a word stands behind such a character."""
    return (c + '\u03a3').lower()[-1] == '\u03c2'


def ignored(c):
    """A search for such a character passes over this one."""
    return not cased(c) and cased('A' + c)


def row(code, text):
    """A code and three codes, 0 for none."""
    return ([code] + [ord(x) for x in text] + [0, 0])[:4]


def several(method):
    """Rows of characters for which a method gives several."""
    out = []
    for i, c in enumerate(ALL):
        text = method(c)
        if len(text) > 1:
            out += row(i, text)
    return out


def write(name, about, tables):
    """Writes a module of lists, which are given as name, comment and items."""
    with open('rpython/rlib/unicodedata/%s.py' % name, 'w') as f:
        f.write('"""%s"""\n' % about)
        for name, text, items in tables:
            f.write('\n# %s\n%s = [\n' % (text, name))
            line = '   '
            for n in items:
                word = ' %r,' % n
                if len(line) + len(word) > 118:
                    f.write(line + '\n')
                    line = '   '
                line += word
            f.write(line + '\n]\n')
