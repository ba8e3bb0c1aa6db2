# Python 3 evaluates `*` before the named arguments.
log = []


def tr(name, x):
    log.append(name)
    return x


def f(a, b, c=0, d=0):
    return a + b * 10 + c * 100 + d * 1000


def g(a, *rest):
    return a + len(rest)


def entry_point(argv):
    n = len(argv)
    print(f(tr('a', n), *(tr('b', 2),), c=tr('c', 3), d=tr('d', 4)))
    print(f(d=tr('d', n), *(tr('a', 1), tr('b', 2)), c=tr('c', 3)))
    print(f(tr('a', n), d=tr('d', 4), c=tr('c', 3), b=tr('b', 2)))
    print(g(tr('a', n), *(tr('b', 2), tr('c', 3))))
    print(' '.join(log))
    return 0
