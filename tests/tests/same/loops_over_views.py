# A loop of Python 3 over `zip`, `keys`, `values` or `items` sees what changes meanwhile.
from rpython.rlib.objectmodel import r_dict


class Names(object):
    def keys(self):
        return [7, 8]


def eq(a, b):
    return a == b


def key_hash(a):
    return a


def keys_of(d):
    for k in d.keys():
        yield k


def first(d):
    for k, v in d.items():
        if v > 1:
            return k
    return -1


def maybe(n):
    if n > 1:
        return [1]
    return None


def grow(which):
    d = {1: 2, 3: 4}
    try:
        if which == 0:
            for k in d.keys():
                d[k + 10] = 1
        elif which == 1:
            for k in d.values():
                d[k + 10] = 1
        elif which == 2:
            for k, v in d.items():
                d[k + 10] = v
        elif which == 3:
            for k, v in d.items():
                del d[k]
        elif which == 4:
            print([k for k in d.keys() if d.setdefault(k + 1, 2)])
        elif which == 5:
            for k in d.keys():
                for j in d.keys():
                    if j == 3 and k == 3:
                        d[99] = 1
                    print(k, j)
        else:
            for k in d.values():
                d[1] = 7
        print(which, "ends", len(d))
    except RuntimeError:
        print(which, "RuntimeError", len(d))


def pairs():
    a = [1, 2, 3]
    b = [4, 5]
    for x, y in zip(a, b):
        if len(b) < 6:
            b.append(x)
        if x == 1:
            a[1] = 77
        print(x, y)
    it = iter([1, 2, 3])
    for x, y in zip(it, it):
        print(x, y)
    it = iter([1, 2, 3, 4])
    for x, y in zip([1, 2], it):
        print(x, y)
    for x in it:
        print("left", x)
    once = zip(a, b)
    for x, y in once:
        print(x, y)
    for x, y in once:
        print("again", x, y)
    for x, y in zip({5: 6, 7: 8}, "xy"):
        print(x, y)
    for x, y in zip([], [1]):
        print(x, y)
    more = [(0, 0)]
    more.extend(zip(a, b))
    print(more, list(zip(a, b)), sorted(zip(b, a)), dict(zip("ab", a))["b"])


def nothing(n):
    try:
        for x, y in zip([1], maybe(n)):
            print(x, y)
    except TypeError:
        print("TypeError")
    try:
        for x, y in zip(maybe(n), [1]):
            print(x, y)
    except TypeError:
        print("TypeError")


def entry_point(argv):
    n = len(argv)
    for which in range(7):
        grow(which)
    pairs()
    nothing(n)
    d = {1: 2, 3: 4}
    for k in Names().keys():
        print(k)
    for k in keys_of(d):
        print(k)
    print(first(d), first({}))
    e = r_dict(eq, key_hash)
    e[n] = 5
    for k, v in e.items():
        print(k, v, [x for x in e.keys()], [x for x in e.values()])
    ks = d.keys()
    print(len(ks), [k for k in ks], [k for k in ks])
    for i, k in enumerate(d.keys()):
        print(i, k)
    print(sorted(d.keys()), list(d.values()), sum(d.values()), max(d.keys()), 3 in d.keys(), 4 in d.values())
    return 0


def target(driver, args):
    return entry_point, None
