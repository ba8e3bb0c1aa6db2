# python2
# Python 2 evaluates the value of an item of a dictionary before its key.
log = []


def tr(name, x):
    log.append(name)
    return x


def fail(name):
    if name:
        raise ValueError
    return 1


def show():
    print ' '.join(log)
    del log[:]


def failing(n):
    try:
        d = {fail(tr('key', n & 1)): fail(tr('value', n & 2)), tr('second key', 5): tr('second value', n)}
        print len(d)
    except ValueError:
        print 'ValueError'
    show()
    try:
        d = {fail(tr('key', i & n & 1)): fail(tr('value', i & n & 2)) for i in range(4)}
        print len(d)
    except ValueError:
        print 'ValueError'
    show()


def entry_point(argv):
    n = len(argv) + 2
    d = {tr('key', n): tr('value', 2), tr('second key', n): tr('second value', 3)}
    print d[n], len(d)
    show()
    e = {7: tr('value', n), tr('key', n + 6): tr('second value', 4)}
    print e[7], e[n + 6]
    show()
    f = {tr('key', n): {tr('inner key', n): tr('inner value', n)}}
    print f[n][n]
    show()
    g = {tr('key', i): {tr('inner key', j): tr('inner value', i) for j in range(2)} for i in range(2)}
    print g[1][0]
    show()
    for i in range(4):
        failing(i)
    return 0
