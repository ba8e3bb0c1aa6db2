# `enumerate` and `zip` of iterators; lists, bytearrays and figures of what generators and objects with `next` give.
class Countdown(object):
    def __init__(self, n):
        self.n = n

    def __iter__(self):
        return self

    def next(self):
        if self.n == 0:
            raise StopIteration
        self.n -= 1
        return self.n

    __next__ = next


def pairs(n):
    for i in range(n):
        yield i * 10, i * i


def texts(n):
    for i in range(n):
        yield "s%d" % i


def entry_point(argv):
    n = len(argv)
    for i, x in enumerate(iter([3, n])):
        print(i, x)
    for i, x in enumerate(reversed([3, n])):
        print(i, x)
    for i, (j, x) in enumerate(enumerate("ab")):
        print(i, j, x)
    for i, (x, y) in enumerate(zip([5, n], "xyz")):
        print(i, x, y)
    for x, (i, y) in zip(reversed([n, 8]), enumerate("abc")):
        print(x, i, y)
    print(list(pairs(3))[2][1], sum(Countdown(4)), max(Countdown(4)), min(pairs(2)))
    numbers = [7]
    numbers.extend(Countdown(3))
    numbers.extend(reversed([1, n + 1]))
    print(numbers)
    numbers.extend({n: 2, 9: 3})
    print(numbers, ",".join(texts(3)), "".join(reversed(["a", "b"])), "-".join({"x": 1, "y": 2}))
    b = bytearray(b"ab")
    b.extend([n, 255])
    try:
        b.extend([n, 256])
    except ValueError:
        print("ValueError")
    b.extend(Countdown(2))
    print(len(b), [x for x in b])
    return 0


def target(driver, args):
    return entry_point, None
