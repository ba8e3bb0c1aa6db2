# args: 5
# A list whose items are lists of the same kind: the array type is part of its own description.
def nested(n):
    l = []
    i = 0
    while i < n:
        l = [l]
        i += 1
    return l


def depth(l):
    d = 0
    while len(l) > 0:
        l = l[0]
        d += 1
    return d


def entry_point(argv):
    n = int(argv[1])
    for i in range(n):
        l = nested(i)
        print("%d %d" % (len(l), depth(l)))
    return 0
