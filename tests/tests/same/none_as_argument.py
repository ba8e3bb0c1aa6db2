# Built-in functions and methods that read through an argument raise TypeError where it is None; its text is `None`.
# args: a b
import os


class C(object):
    pass


def text(argv, i):
    if len(argv) > i:
        return argv[i]
    return None


def items(argv, i):
    if len(argv) > i:
        return [1, 2]
    return None


def to_float(s):
    return float(s)


def use(k, s, l):
    if k == 0:
        return str(to_float(s))
    if k == 1:
        return str(int(s))
    if k == 2:
        return str(int(s, 16))
    if k == 3:
        return str(s in "abc")
    if k == 4:
        return ",".join([s])
    if k == 5:
        return ",".join(["x", s])
    if k == 6:
        return str(len(list(l)))
    if k == 7:
        return str(sum(l))
    if k == 8:
        return str(max(l))
    if k == 9:
        return max(s, "b")
    if k == 10:
        return str(os.path.exists(s))
    if k == 11:
        os.unlink(s)
    if k == 12:
        return str(len([1] + l))
    return "?"


def main(argv):
    s = text(argv, 7)
    l = items(argv, 7)
    for k in range(13):
        try:
            print(use(k, s, l))
        except TypeError:
            print("TypeError", k)
        except ValueError:
            print("ValueError", k)
    try:
        print(float(s))
    except TypeError:
        print("TypeError here")
    c = None
    if len(argv) > 7:
        c = C()
    print(repr(s), "%r" % s, [s], [None, "a"], str([s]), "%s" % [s], (s, l), str(l), "%s" % l, [c])
    return 0


def target(*args):
    return main
