# Dictionaries from pairs and from keys; `max` and `min` of objects that order themselves and of what is iterated over.
from rpython.rlib.rarithmetic import intmask, r_uint


class Item(object):
    def __init__(self, key, name):
        self.key = key
        self.name = name

    def __lt__(self, other):
        return self.key < other.key

    def __gt__(self, other):
        return self.key > other.key


def numbers(n):
    for i in range(n):
        yield i * 5 % 7


def entry_point(argv):
    n = len(argv)
    d = dict([(n, "a"), (3, "b"), (n, "c")])
    print([k for k in d], d[1], d[3])
    d = dict(zip([4, n], ["x", "y"]))
    print([k for k in d], d[4], d[1])
    zeros = dict.fromkeys([n, 5, 2], 0)
    zeros[5] += n
    print([k for k in zeros], zeros[5], zeros[2])
    print(len(dict.fromkeys("abca")), dict.fromkeys("abc")["b"] is None)
    a, b, c = Item(n, "a"), Item(5, "b"), Item(5, "c")
    print(max([a, b, c]).name, min([a, b, c]).name, max(b, c).name, min(c, b).name, max(a, c).name, min(b, a).name)
    print(max(numbers(7)), min(numbers(7)), max({3: 1, n: 9}), min("hello"), max((n, 7)), max([(n, 2), (1, 3)]))
    for k in range(2):
        try:
            print(max(numbers(k)))
        except ValueError:
            print("ValueError")
    print(r_uint(n + 2) ** r_uint(4), r_uint(n + 2) ** 3, intmask(pow(r_uint(n + 6), r_uint(30))), 2 ** r_uint(n))
    return 0


def target(driver, args):
    return entry_point, None
