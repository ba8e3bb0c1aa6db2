# python2
# The text of Unicode strings in containers, and Unicode text that is looked for in a byte string.
class Names(object):
    def __init__(self, names):
        self.names = names


def found(s, c):
    try:
        if c in s:
            return "in"
        return "not in"
    except UnicodeDecodeError:
        return "no ASCII"


def entry_point(argv):
    n = len(argv)
    words = [u"plain", u"it's", u'both \' and "', u"\t\n\r\\", u"\x01\x7f\x80\xff", u"\u0100\uffff", u"\U00010400 end"]
    words.append(u"x" * n)
    print str(words)
    print repr(words[n])
    print repr(words[n][0]), repr(words[6][0])
    print (words[n + 1], n)
    names = Names([u"a", None])
    if n > 5:
        names.names.append(u"b")
    print str(names.names)
    for c in words[0]:
        print c in "lap", c in u"lap",
    print
    for w in [u"pla", u"", u"\xe9", u"pa"]:
        print w in "plain", found("plain" * n, w), found("pl\xc3\xa9" * n, w)
    print found("caf\xe9" * n, words[1][0]), found("cafe" * n, words[4][3]), found("cafe" * n, u"f")
    return 0


def target(*args):
    return entry_point, None
