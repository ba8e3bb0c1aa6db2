"""Lists of one type in the fields of two classes, which may be one list or not, by the way on which they come there:
what is stored in one of them is seen in the other. Each way has classes and a loop of its own, so that nothing is known
of it by another one."""
# run: 400
import os
from rpython.rlib.jit import JitDriver, dont_look_inside
from rpython.rlib.rerased import new_erasing_pair


class W_Int(object):
    def __init__(self, value):
        self.value = value


class Place(object):
    def __init__(self):
        self.items = None


class Carrier(Exception):
    def __init__(self, items):
        self.items = items


place = Place()
erase, unerase = new_erasing_pair("items")
shared = [W_Int(3), W_Int(4), None]


def fresh():
    items = [None] * 3
    items[0] = W_Int(1)
    items[1] = W_Int(2)
    return items


def itself(items):
    return items


def one_of(first, second, n):
    if n > 5:
        return first
    return second


def deep(items, n):
    if n > 0:
        return deep(items, n - 1)
    return items


def raises(items):
    raise Carrier(items)


def caught(items):
    try:
        raises(items)
    except Carrier as c:
        return c.items
    return fresh()


def by_place(items):
    place.items = items
    return place.items


def by_tuple(items):
    pairs = [(items, 1), (fresh(), 2)]
    return pairs[len(items) - 3][0]


def by_list(items):
    rows = [fresh(), items]
    rows.append(fresh())
    return rows[len(items) - 2]


def by_dict(items):
    table = {1: items, 2: fresh()}
    return table[len(items) - 2]


def first_function(items):
    return items


def second_function(items):
    return [items[0], items[1], None]


functions = [first_function, second_function]


def by_function(items, n):
    return functions[n & 1](items)


def by_erasing(items):
    return unerase(erase(items))


def each(items):
    yield fresh()
    yield items


def by_generator(items):
    last = fresh()
    for one in each(items):
        last = one
    return last


@dont_look_inside
def outside(items):
    return items


def separate(n):
    return itself(fresh()), itself(fresh())


def same(n):
    items = fresh()
    return items, items


def chosen(n):
    items = fresh()
    return items, one_of(items, fresh(), n)


def recursive(n):
    items = fresh()
    return items, deep(items, 3)


def exceptions(n):
    items = fresh()
    return items, caught(items)


def places(n):
    items = fresh()
    return items, by_place(items)


def tuples(n):
    items = fresh()
    return items, by_tuple(items)


def lists(n):
    items = fresh()
    return items, by_list(items)


def dictionaries(n):
    items = fresh()
    return items, by_dict(items)


def pointers(n):
    items = fresh()
    return items, by_function(items, n)


def erased(n):
    items = fresh()
    return items, by_erasing(items)


def generators(n):
    items = fresh()
    return items, by_generator(items)


def not_looked_inside(n):
    items = fresh()
    return items, outside(items)


def prebuilt(n):
    return shared, shared


def copies(n):
    items = fresh()
    return items, items[:]


def way(find):
    class Left(object):
        def __init__(self, items):
            self.items = items

    class Right(object):
        def __init__(self, items):
            self.items = items

    driver = JitDriver(name=find.__name__, greens=[], reds=['n', 'total', 'left', 'right'])

    def run(n):
        first, second = find(n)
        left = Left(first)
        right = Right(second)
        total = 0
        while n > 0:
            driver.jit_merge_point(n=n, total=total, left=left, right=right)
            before = left.items[0].value
            right.items[0] = W_Int(before + n)
            total += left.items[0].value
            left.items[1] = W_Int(total & 255)
            total += right.items[1].value
            if left.items[0] is right.items[0]:
                right.items[2] = left.items[1]
                total += 1
            if left.items[2] is not None:
                total += left.items[2].value
                left.items[2] = None
            if right.items[2] is not None:
                total += 7
            total &= 0xffffff
            n -= 1
        return total
    return run


ways = [way(f) for f in [separate, same, chosen, recursive, exceptions, places, tuples, lists, dictionaries, pointers,
                         erased, generators, not_looked_inside, prebuilt, copies]]


def main(argv):
    n = int(argv[1])
    number = 0
    for run in ways:
        os.write(1, "%d: %d %d\n" % (number, run(n), run(n + 1)))
        number += 1
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    main(sys.argv)
