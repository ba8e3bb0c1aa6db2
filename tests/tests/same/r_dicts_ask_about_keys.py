# When an r_dict asks its functions: the hash of each key that is looked for, also where nothing can be found; equality
# of none that is the key itself, or the same number.
from rpython.rlib.objectmodel import r_dict


class Key(object):
    def __init__(self, n):
        self.n = n


def equal(a, b):
    print('eq %d %d' % (a.n, b.n))
    return a.n == b.n and a.n != 5


def hashed(a):
    print('hash %d' % a.n)
    if a.n == 7:
        raise KeyError
    return a.n & 1


def equal_numbers(a, b):
    print('eq %d %d' % (a, b))
    return a == b + 100


def hash_number(a):
    return 1


def equal_floats(a, b):
    print('eq of floats')
    return True


def hash_float(a):
    return 2


def look(d, key, what):
    try:
        if what == 0:
            print(key in d)
        elif what == 1:
            print(d.get(key, -1))
        elif what == 2:
            print(d.pop(key, 3))
        elif what == 3:
            print(d.setdefault(key, 4))
        elif what == 4:
            print(d[key])
        else:
            del d[key]
    except KeyError:
        print('KeyError')


def entry_point(argv):
    unequal = Key(5)
    for what in range(6):
        d = r_dict(equal, hashed)
        look(d, Key(7), what)
        look(d, unequal, what)
        d[unequal] = what
        d[unequal] = what + 1
        look(d, unequal, what)
        look(d, Key(5), what)
        print(len(d))
    numbers = r_dict(equal_numbers, hash_number)
    numbers[1000000] = 1
    numbers[999999 + len(argv)] = 2
    print('%d %d %d %d' % (len(numbers), numbers.get(1000000, 0), numbers.get(1000100, 0), numbers.get(3, 0)))
    floats = r_dict(equal_floats, hash_float)
    nan = 1e300 * 1e300 * 0.0
    floats[nan] = 1
    floats[nan] = 2
    print('%d %d' % (len(floats), floats[1.5]))
    return 0


def target(driver, args):
    return entry_point, None
