"""Regular expressions: constant patterns of `re`, `rsre_re`, and `rsre_core` with compiled codes."""
import re
from rpython.rlib.rsre import rsre_core, rsre_re
from rpython.rlib.rsre.rpy import get_code

TOKEN = re.compile(r'\s*(?:(?P<number>\d+)|(?P<name>[A-Za-z_]\w*)|(?P<sign>[-+*/()]))')
PATTERNS = [re.compile(r'(a|b)*c'), re.compile(r'(?i)Hello,?\s+(\w+?)(!*)$'), re.compile(r'(x+x+)+y'), re.compile(r'(\w)(\w)?\2?\1$')]
DATE = get_code(r'(\d{4})-(\d\d)-(\d\d)')


def tokens(text):
    pos = 0
    found = []
    while pos < len(text):
        m = TOKEN.match(text, pos)
        if m is None:
            assert pos >= 0
            found.append('?' + text[pos:])
            break
        if m.group('number') is not None:
            found.append('%d' % int(m.group('number')))
        elif m.group('name') is not None:
            found.append('<%s>' % m.group('name'))
        else:
            found.append(m.group(3))
        pos = m.end()
    return ' '.join(found)


def shown(text):
    return '-' if text is None else text


def increment(m):
    return str(int(m.group()) + 1)


def entry_point(argv):
    print(tokens('12 + foo*(b_3 - 4)'))
    print(tokens('1 $'))
    for text in ['abababc', 'abd', 'say HELLO,  world!!', 'xxxxxxxxxxxxy', 'xxxxxxxx', 'abba', 'aa', 'ab']:
        line = text + ':'
        for i in range(len(PATTERNS)):
            m = PATTERNS[i].search(text)
            if m is not None:
                start, end = m.span()
                line += ' %d[%d:%d](%s)' % (i, start, end, '|'.join([shown(g) for g in m.groups()]))
        print(line)
    ctx = rsre_core.search(DATE, 'from 1999-12-31 on')
    if ctx is not None:
        print('%s %s %d' % (ctx.group(0), ctx.group(2), ctx.match_start))
    print(','.join(re.findall(r'[aeiou]+', 'queueing for beautiful tea')))
    print('|'.join(re.split(r'\s*[,;]\s*', 'a , b;c,  d')))
    print(re.sub(r'\d+', increment, 'a1 b99 c'))
    print(re.sub(r'(\w+)@(\w+)', r'\2 at \1', 'me@home you@work'))
    print(re.sub('x*', '-', 'axb'))
    for m in re.finditer(r'(?<=-)\w+(?=-)', '-a-bb-ccc-d'):
        print('%s %d' % (m.group(), m.start()))
    u = re.search(u'(\\w+)\\s\\1', u'the the cat')
    if u is not None:
        print(u.group(1).encode('utf-8'))
    m = rsre_re.match(r'(a+)(b+)?', argv[0][:0] + 'aaab')
    print('%s %s %d' % (m.group(1), m.group(2), m.end()))
    long = 'ab' * 20000
    m = re.match('(?:a|b)*', long)
    print(m.end())
    m = re.match('(?:ab)*?$', long)
    print(m.end())
    return 0


def target(driver, args):
    return entry_point, None
