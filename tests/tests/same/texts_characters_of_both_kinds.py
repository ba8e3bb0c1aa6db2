# python2
# Byte characters among unicode ones, and unicode characters that are joined to a byte string: they are all of one kind in
# translated code, if they are of ASCII.
import os


class Reader(object):
    def __init__(self, text):
        self.text = text
        self.at = 0

    def read(self):
        if self.at == len(self.text):
            raise ValueError
        c = self.text[self.at]
        self.at += 1
        return c


def literal(reader):
    acc = []
    while True:
        c = reader.read()
        if c == "\"":
            return u"".join(acc)
        elif c == "\\":
            c = reader.read()
            if c == "n":
                acc.append("\n")
            elif c == "\\":
                acc.append("\\")
            else:
                acc.append(c)
        else:
            acc.append(c)


def choose(n):
    if n == 1:
        return 'x'
    return u'\u20ac'


def joined(words):
    return u", ".join(words)


def without(text, unwanted):
    chars = []
    for c in text:
        if c != unwanted:
            chars.append(c)
    return "".join(chars)


NAMES = {u'o': 1, 'x': 2}


def entry_point(argv):
    n = len(argv)
    out = literal(Reader(u'say \\"\\u00e9\\" \\n \\\\ %d"' % n))
    os.write(1, out.encode('utf-8') + '\n')
    print len(out)
    for i in range(1, 3):
        text = choose(i)
        print len(text), text.encode('utf-8'), text == 'x', text == u'x', text in NAMES, text.isalpha(), (text + u'!').encode('utf-8')
    print joined(['a', 'bc', str(n)]).encode('utf-8'), joined(['x']).encode('utf-8'), len(u"".join([c for c in 'abc']))
    print int(without(u'1_0', u'_')) + n, without(u'a_b_c', u'b'), len(without(u'', u'_')), "-".join([u'a', u'bc'])
    parts = without(u'1_0/2 5', u'_').split('/')
    print parts[0], parts[1], without(u'a\nb', u'').splitlines()[1], without(u' 7_', u'_').strip()[0]
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
