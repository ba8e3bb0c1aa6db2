"""`setdefault` asks for the hash of its key once, and gives what is there, whatever the type of the value."""
from rpython.rlib.objectmodel import r_dict


class Key(object):
    def __init__(self, n):
        self.n = n


class Count(object):
    def __init__(self):
        self.hashes = 0


count = Count()


def equal(a, b):
    return a.n == b.n


def hashed(k):
    count.hashes += 1
    return k.n


def entry_point(argv):
    d = r_dict(equal, hashed)
    for i in [1, 2, 1, 3, 2]:
        print('%d %d' % (d.setdefault(Key(i), i * 10 + len(d)), count.hashes))
    lists = {}
    for word in ['a', 'b', 'a', 'c', 'a']:
        lists.setdefault(word, []).append(word)
    print('%d %d %d' % (len(lists['a']), len(lists['b']), len(lists)))
    nothing = {}
    nothing.setdefault('x', None)
    print('x' in nothing)
    bools = {}
    print('%s %s' % (bools.setdefault(3, True), bools.setdefault(3, False)))
    chars = {}
    print(chars.setdefault('k', chr(119 + len(argv))) + chars.setdefault('k', 'y'))
    numbers = {0: 1.5}
    for i in range(40):
        numbers.setdefault(i, i + 0.5)
    total = 0.0
    for i in range(40):
        total += numbers.setdefault(i, -1.0)
    print(total)
    return 0


def target(driver, args):
    return entry_point, None


if __name__ == '__main__':
    entry_point(['x'])
