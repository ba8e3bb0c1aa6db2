def t_append(n):
    l = []
    for i in range(n):
        l.append(i * 3)
    s = 0
    for x in l:
        s = s * 7 + x
    return s + len(l)


def t_fixed(n):
    l = [n, 2, 3]
    l[1] = 5
    return l[0] + l[1] * 10 + l[-1] * 100


def t_index_caught(n):
    l = [1, 2, 3]
    try:
        return l[n]
    except IndexError:
        return -100


def t_index(n):
    l = [10, 20, 30, 40]
    return l[n]


def t_mul(n):
    l = [7] * n
    l.append(1)
    return len(l) * 100 + l[0]


class Item(object):
    def __init__(self, num):
        self.num = num


class SubItem(Item):
    pass


def t_mul_one(n):
    """Products of lists with one item: of no object, of an object, of floats, in both orders, of a list with another use."""
    empty = [None] * n
    full = n * [SubItem(n)]
    if n > 2:
        empty[0] = Item(5)
        full[1] = Item(6)
    total = 0
    for x in empty:
        if x is not None:
            total += x.num
    for y in full:
        total += y.num
    zeros = [-0.0] * n
    for z in zeros:
        if 1.0 / (z - 1e-300) < 0.0 and z == 0.0:
            total += 1000
    one = [n]
    many = one * 3
    many[0] = 7
    flags = [n > 1] * 4
    flags[2] = True
    return total * 100 + len(empty) + len(one * n) + many[0] + many[2] + int(flags[2]) + int(flags[3])


def t_slice(n):
    l = [1, 2, 3, 4, 5, 6]
    a = l[1:3]
    k = abs(n)
    b = l[k:]
    c = l[:k]
    d = l[:-1]
    return len(a) * 1000 + len(b) * 100 + len(c) * 10 + len(d) + sum_list(b) * 10000


def sum_list(l):
    s = 0
    for x in l:
        s += x
    return s


def t_concat(n):
    a = [1, n]
    b = a + [3, 4]
    b += [n, n]
    b.extend([8])
    return sum_list(b) * 100 + len(b)


def t_pop(n):
    l = [1, 2, 3, 4]
    a = l.pop()
    b = l.pop(0)
    l.insert(1, n)
    del l[0]
    return a * 1000 + b * 100 + l[0] * 10 + len(l)


def t_pop_empty(n):
    l = [n]
    l.pop()
    try:
        l.pop()
    except IndexError:
        return 5
    return 6


def t_comprehension(n):
    l = [i * i for i in range(n) if i % 2 == 0]
    return sum_list(l)


def t_contains(n):
    l = [1, 5, 7]
    return (n in l) + 2 * (n not in [2, 3])


def t_reverse(n):
    l = [1, 2, n]
    l.reverse()
    s = 0
    for x in reversed(l):
        s = s * 10 + x
    return s * 100 + l[0]


def t_enumerate(n):
    s = 0
    for i, x in enumerate([5, 6, n]):
        s += i * x
    return s


def t_zip(n):
    s = 0
    for a, b in zip([1, 2, 3], [n, 5]):
        s += a * b
    return s


def t_eq(n):
    return [1, 2, n] == [1, 2, 3]


def t_index_method(n):
    l = [4, 5, 6]
    try:
        return l.index(n)
    except ValueError:
        return -1


def t_remove(n):
    l = [1, 2, 3, 2]
    l.remove(2)
    return len(l) * 10 + l.count(2) + l[1]


def t_nested(n):
    l = [[1, 2], [3], []]
    l[2].append(n)
    return len(l[0]) + l[2][0]


def t_setslice(n):
    l = [1, 2, 3, 4, 5]
    l[1:3] = [n, n, n]
    del l[0:1]
    s = 0
    for x in l:
        s = s * 7 + x
    return s


def t_minmax(n):
    l = [3, n, 5]
    return min(l) * 100 + max(l) + min(n, 4) * 1000 + max(n, 4, 2) * 10000


def t_list_of_lists(n):
    rows = [[0] * 3 for i in range(4)]
    rows[2][1] = n
    s = 0
    for r in rows:
        for x in r:
            s = s * 2 + x
    return s


def t_list_range(n):
    l = list(range(n))
    l.append(3)
    return len(l) + l[0]


def t_floats(n):
    l = [1.5, n * 0.5]
    l.append(2.0)
    return l[1] + l[2]


def t_extend_self(n):
    l = [1, n]
    l.extend(l)
    l *= 2
    return sum_list(l) * 100 + len(l)
