# Handlers see what methods and generators raise that built-in functions and methods call.
class Err(Exception):
    def __init__(self, n):
        self.n = n


class A(object):
    def __init__(self, x):
        self.x = x

    def __gt__(self, o):
        raise Err(1)

    def __lt__(self, o):
        raise Err(2)


def gen(n):
    for i in range(n):
        if i == 2:
            raise Err(3)
        yield i


def sgen(n):
    for i in range(n):
        if i == 2:
            raise Err(4)
        yield "a"


def pgen(n):
    for i in range(n):
        if i == 2:
            raise Err(5)
        yield i, 2


def f(n):
    try:
        if n == 0:
            return max(A(1), A(2)).x
        if n == 1:
            return min([A(1), A(2)]).x
        if n == 2:
            return len(list(gen(5)))
        if n == 3:
            return len(",".join(sgen(5)))
        if n == 4:
            l = [1]
            l.extend(gen(5))
            return len(l)
        if n == 5:
            return len(dict(pgen(4)))
        if n == 6:
            return len(dict.fromkeys(gen(4)))
        if n == 7:
            return max(gen(4))
        if n == 8:
            return sum(gen(4))
        if n == 9:
            return int(any(gen(1))) + int(all(gen(1))) + len(sorted(gen(4)))
        if n == 10:
            b = bytearray(b"")
            b.extend(gen(4))
            return len(b)
        if n == 11:
            for x, y in zip([1, 2, 3], gen2(n)):
                n += y
            return n
    except Err as e:
        return -e.n
    return 99


def gen2(n):
    return iter([1, 2])


def entry_point(argv):
    for i in range(12):
        print(i, f(i))
    return 0


def target(driver, args):
    return entry_point, None
