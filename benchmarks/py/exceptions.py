"""Exceptions: raised and caught in the same function, through calls, by operations, and `finally`."""


class Stop(Exception):
    def __init__(self, value):
        self.value = value


def deep(n, limit):
    if n == 0:
        raise Stop(limit)
    return deep(n - 1, limit)


def parse(text):
    try:
        return int(text)
    except ValueError:
        return -1


def work(times):
    total = 0
    table = {1: 1}
    items = [1, 2, 3]
    for i in range(times):
        try:
            deep(4, i)
        except Stop as e:
            total += e.value
        try:
            total += table[i]
        except KeyError:
            total += 1
        try:
            total += items[i]
        except IndexError:
            total += 2
        finally:
            total += 1
        try:
            if i % 3 == 0:
                raise ValueError("bad number")
        except (TypeError, ValueError):
            total += 3
        total += parse("12x")
    return total


print(work(120000))
