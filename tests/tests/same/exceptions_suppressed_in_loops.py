# What a block would have assigned whose exception was suppressed keeps the value of an earlier turn, if there was one.
class M(object):
    def __init__(self, s):
        self.s = s
    def __enter__(self):
        return self
    def __exit__(self, a, b, c):
        return self.s
def get(n):
    if n & 2:
        raise ValueError
    return n
def turns(n, m):
    t = 0
    while n > 0:
        with m:
            a = get(n)
        t += a
        n -= 1
    return t
def branch(n, m):
    if n > 5:
        a = 3
    with m:
        a = get(n)
    return a
def two(n, m):
    t = 0
    for i in range(n):
        with m:
            a = get(i)
        with m:
            b = get(i + 1)
            t += b
        if i > 4:
            t += a * 3 + b
    return t
def unread(n, m):
    t = 0
    for i in range(n):
        with m:
            t += get(i)
            a = t
        for k in range(2):
            with m:
                b = get(k + i)
                t += b * k
    return t
def show(f, n, s):
    try:
        print(f(n, M(s)))
    except NameError:
        print("NameError")
    except ValueError:
        print("ValueError")
def entry_point(argv):
    for n in range(9):
        for s in [True, False]:
            show(turns, n, s)
            show(branch, n, s)
            show(two, n, s)
            show(unread, n, s)
    return 0
