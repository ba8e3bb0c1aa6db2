from rpython.rlib.objectmodel import r_dict


def t_strings(n):
    d = {"a": 1, "b": 2}
    d["c"] = n
    d["a"] += 5
    s = 0
    for k in d:
        s = s * 10 + d[k]
    return s + len(d) * 1000000


def t_ints(n):
    d = {}
    for i in range(n * 3):
        d[i * 7] = i
    s = 0
    for i in range(n * 3):
        s += d[i * 7]
    return s * 100 + len(d)


def t_missing(n):
    d = {1: 2, 3: 4}
    try:
        return d[n]
    except KeyError:
        return -1


def t_get(n):
    d = {1: 10, 2: 20}
    return d.get(n, -1) + d.get(1, 0)


def t_in(n):
    d = {1: 10, 2: 20}
    return (n in d) + 2 * (n not in d)


def t_del(n):
    d = {}
    for i in range(20):
        d[i] = i * i
    for i in range(0, 20, 2):
        del d[i]
    d[100] = n
    s = 0
    for k, v in d.items():
        s = s * 3 + k + v
    return s


def t_items(n):
    d = {"x": 1, "y": n}
    s = ""
    for k, v in d.items():
        s += k + str(v)
    for k in d.keys():
        s += k
    for v in d.values():
        s += str(v)
    return s


class Key(object):
    def __init__(self, x):
        self.x = x


def t_instances(n):
    a = Key(1)
    b = Key(2)
    d = {a: 10, b: n}
    return d[a] + d[b] * 100 + (Key(1) in d)


def t_tuple_keys(n):
    d = {}
    d[(1, "a")] = 5
    d[(n, "b")] = 6
    return d.get((3, "b"), 0) * 10 + d[(1, "a")]


GLOBAL = {"one": 1, "two": 2, "three": 3}
KEYS = ["one", "two", "three"]


def t_prebuilt(n):
    GLOBAL["four"] = n
    s = 0
    for k in KEYS:
        s = s * 10 + GLOBAL[k]
    return s + GLOBAL["four"]


def t_setdefault(n):
    d = {}
    d.setdefault("a", []).append(n)
    d.setdefault("a", []).append(2)
    return len(d["a"]) * 100 + d["a"][0]


def t_update(n):
    d = {1: 1}
    e = {2: n, 1: 5}
    d.update(e)
    c = d.copy()
    c[9] = 1
    d.clear()
    return len(c) * 100 + c[1] + len(d)


def t_pop(n):
    d = {1: 5, 2: 6}
    a = d.pop(1)
    b = d.pop(n, 77)
    return a * 100 + b + len(d) * 10000


def key_eq(a, b):
    return a.x % 10 == b.x % 10


def key_hash(a):
    return a.x % 10


def t_rdict(n):
    d = r_dict(key_eq, key_hash)
    d[Key(1)] = 5
    d[Key(n)] = 6
    d[Key(11)] = 7
    return len(d) * 100 + d[Key(21)]


def t_char_keys(n):
    d = {"a": 1, "b": 2}
    s = "abcab"
    r = 0
    for c in s:
        if c in d:
            r = r * 10 + d[c]
    return r


def t_dict_of_lists(n):
    d = {}
    for i in range(10):
        k = i % 3
        if k not in d:
            d[k] = []
        d[k].append(i)
    return len(d[0]) * 100 + d[2][1]


def t_float_keys(n):
    d = {1.5: 2, 2.0: 3}
    d[n * 0.5] = 9
    return d[1.5] * 10 + d[2.0]
