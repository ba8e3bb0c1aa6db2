# Calls of one method that pass None only, to members that otherwise take lists, dictionaries, strings or instances that
# have nothing to do with each other: there is no common type of the argument, and none is needed.
class Shape(object):
    def __init__(self, n):
        self.n = n

    def size(self, what, scale):
        if what is None:
            return self.n
        return scale


class Square(Shape):
    def size(self, what, scale):
        if what is None:
            return self.n * self.n
        total = 0
        for k in what:
            total += k
        return total * scale


class Named(Shape):
    def size(self, what, scale):
        if what is None:
            return -self.n
        return what['n'] * scale


class Text(Shape):
    def size(self, what, scale):
        if what is None:
            return 1000
        return ord(what[0]) * scale


class Keyed(object):
    def get(self, key, pair):
        return key


class Lists(Keyed):
    def get(self, key, pair):
        name, items = pair
        if items is None:
            return name
        return name + len(items)


class Texts(Keyed):
    def get(self, key, pair):
        name, items = pair
        if items is None:
            return name * 2
        return name + ord(items[-1])


class Cube(Square):
    def size(self, what, scale):
        if what is None:
            return self.n * self.n * self.n
        return len(what) * scale


def total(shapes):
    n = 0
    for s in shapes:
        n += s.size(None, 3)
    return n


def entry_point(argv):
    n = len(argv)
    print(Square(n).size([n, n + 1], 2))
    print(Named(n).size({'n': n}, 2))
    print(Text(n).size('x%d' % n, 2))
    print(total([Shape(7), Square(8), Cube(8), Named(9), Text(10)]))
    # A site that shares a member with the one that passes None, and passes a list.
    both = [Cube(n), Square(n)]
    for k in range(2):
        print(both[(n + k) % 2].size([n, 2 * n], 4))
    print(Lists().get(1, (n, ['a'])))
    print(Texts().get(1, (n, 'abc')))
    both = [Lists(), Texts()]
    for k in range(2):
        print(both[(n + k) % 2].get(1, (n, None)))
    return 0


def target(*args):
    return entry_point, None
