# warned: W0455
# translated: functions 1 2 1 3 1 3 2 1 22 none 2
# translated: texts none 1 ab none 1 a-bc-1 bca anone bc1
# translated: objects B A B
# translated: sums 1.5 3.5 3
# translated: lists 1.0 2.0 1.5 1.0
# translated: least 1.0 2.5 1
# translated: enumerated 0:1.0 1:0.5
# translated: reversed 0.5 1.0
# translated: pairs 1.0/1 2.0/3
# translated: numbers 1 3
# translated: divided -4.0 -0.5
# translated: iterators 5 7 2
# What iterates over a tuple whose items are of several types sees the union of them: a function and another one, None
# and a text, an integer and a float.


class A(object):
    name = "A"


class B(A):
    name = "B"


def same(x):
    return x


def next_one(x):
    return x + 1


def functions(n):
    out = []
    for f in (same, next_one):
        out.append(str(f(n)))
    for i, f in enumerate((same, next_one)):
        out.append(str(i + f(n)))
    for f, i in zip((same, next_one), (1, 2)):
        out.append(str(f(i)))
    for f in reversed((same, next_one)):
        out.append(str(f(n)))
    calls = [same]
    calls.extend((next_one, same))
    out.append(str(list((same, next_one))[1](n)) + str(calls[1](n)))
    for f in (None, next_one):
        out.append("none" if f is None else str(f(n)))
    print("functions " + " ".join(out))


def texts(n):
    number = str(n)
    out = [x or "none" for x in (None, number, "ab")]
    out.extend([x or "none" for x in list((None, number))])
    out.append("-".join(("a", "bc", number)))
    out.append(max(("a", "bc")) + min(("bc", "a")))
    for key, value in (("a", None), ("bc", number)):
        out.append(key + (value or "none"))
    print("texts " + " ".join(out))


def objects(n):
    print("objects " + " ".join([x.name for x in (B(), A())]) + " " + list((A(), B()))[n].name)


def numbers(n):
    print("sums %s %s %s" % (sum((n, 0.5)), sum((n, 2.5)), sum((n, n + 1))))
    a = list((n, 2.0))
    b = [1.5]
    b += (n, 2.0)
    print("lists %s %s %s %s" % (a[0], a[1], b[0], b[1]))
    print("least %s %s %s" % (min((n, 2.0)), max((n, 2.5)), sorted((2, n))[0]))
    print("enumerated " + " ".join(["%d:%s" % (i, x) for i, x in enumerate((n, 0.5))]))
    print("reversed " + " ".join([str(x) for x in reversed((n, 0.5))]))
    print("pairs " + " ".join(["%s/%s" % (x, y) for x, y in ((n, 1), (2.0, 3))]))
    print("numbers %s %s" % (max((n == 1, n)), sum((n == 1, n, 1))))
    print("divided %s %s" % divmod(7.5 * n, -2))


def lists_of_iterators(n):
    print("iterators", list(enumerate([n, 5]))[1][1], list(reversed([n, 7]))[0], len(list(iter((n, 2)))))


def entry_point(argv):
    n = len(argv)
    functions(n)
    texts(n)
    objects(n)
    numbers(n)
    lists_of_iterators(n)
    return 0


def target(driver, args):
    return entry_point, None
