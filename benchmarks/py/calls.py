"""Calls of functions: positional arguments, defaults, keywords, a closure."""


def nothing():
    pass


def add(a, b):
    return a + b


def scale(x, factor=3, offset=1):
    return x * factor + offset


def adder(n):
    def f(x):
        return x + n
    return f


def work(n):
    total = 0
    by_seven = adder(7)
    for i in range(n):
        nothing()
        total = add(total, i)
        total = add(scale(i), total)
        total = scale(total, offset=i) % 1000003
        total = by_seven(total)
    return total


print(work(1200000))
