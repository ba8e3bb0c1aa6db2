# A slice of a list of nothing but None that instances are put into: its items have another size.
# args: a b


class C(object):
    pass


def sliced():
    l = ([None] + [None])[:12]
    l.append(C())
    return l


def repeated(n):
    l = [None] * n
    l = l + l
    m = l[:n]
    m.append(C())
    return m


def from_the_middle(n):
    l = ([None] * n)[1:]
    l[0] = C()
    return l


def without_the_last(n):
    l = ([None] * n)[:-1]
    l[0] = C()
    return l


def texts(n):
    l = ([None] * n)[1:]
    l.append("text")
    return l


def main(argv):
    n = len(argv)
    l = sliced()
    print(len(l), l[0] is None, l[1] is None, l[2] is None)
    for l in [repeated(n), from_the_middle(n), without_the_last(n)]:
        print(len(l), [x is None for x in l])
    t = texts(n)
    print(len(t), t[0] is None, t[-1])
    return 0


def target(*args):
    return main
