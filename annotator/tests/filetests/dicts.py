# entry: f(argv)
def pick(d, k):
    try:
        return d[k]
    except KeyError:
        return None

def f(argv):
    d = {}
    for a in argv:
        d[a] = a.split(' ')
    l = pick(d, 'x')
    if l is not None:
        l.append('y')
    n = 0
    for k, v in d.items():
        n += len(k) + len(v)
    return n
