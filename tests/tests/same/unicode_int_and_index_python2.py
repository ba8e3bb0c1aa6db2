# genext: python2
# python2
# Numbers of unicode strings in Python 2: spaces behind the sign, no underscores.
def show(u, base):
    try:
        return str(int(u, base))
    except ValueError:
        return 'ValueError'


SAMPLES = [u'12', u' -7 ', u'', u'0x1f', u'1_000', u'\uff11\uff12', u'\xa05\u2003', u'\u0661\u0662', u'\x1c1',
           u'\x1c\uff11', u'1\x852', u'\xb2', u'z', u'9223372036854775807', u'-9223372036854775808',
           u'\U0001d7ce\U0001d7d9', u'\u4e00', u'- 1', u'0b1', u'\ud7ff']


def search(u, v):
    found = ''
    try:
        found += ' %d' % u.index(v)
        found += ' %d' % u.rindex(v)
        found += ' %d' % u.index(v, 1)
        found += ' %d' % u.rindex(v, 0, 3)
    except ValueError:
        found += ' ValueError'
    return found


def entry_point(argv):
    for u in SAMPLES:
        try:
            n = str(int(u))
        except ValueError:
            n = 'none'
        print n, show(u[:9], 10), show(u[:9], 16), show(u[:9], 0), show(u, 37)
    print show(u'z', 36), show(u'\uff11z', 36)
    for u in [u'', u'abcabc', u'\u0100b\u0100']:
        print search(u, u'b'), search(u, u'bc'), search(u, u''), search(u, u'\u0100')
    for s in ['', 'abcabc']:
        try:
            print s.rindex('b'), s.rindex('bc', 0, 4)
        except ValueError:
            print 'none'
    return 0
