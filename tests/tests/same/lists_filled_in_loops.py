# A list that a loop fills goes on as it is, or is copied, where the loop ends: what is done to it later is seen under
# all of its names, and in no other list.
# args: 1 7


class Kept(object):
    def __init__(self):
        self.l = None


KEEP = Kept()


def kept(n):
    l = []
    for i in range(n):
        l.append(i)
    KEEP.l = l
    l.append(100)
    return len(KEEP.l) * 1000 + l[-1]


def aliased(n):
    l = []
    for i in range(n):
        l.append(i * i)
    m = l
    m.append(5)
    return len(l) * 10 + len(m)


def in_a_loop(n):
    total = 0
    for j in range(3):
        l = []
        for i in range(n):
            l.append(i + j)
        l.append(7)
        total += sum(l) + len(l)
    return total


def comprehension(n):
    l = [x for x in range(n) if x % 2]
    k = l
    k.append(1)
    return len(l)


def left_early(n):
    l = []
    for i in range(n):
        if i == 5:
            break
        l.append(i)
    else:
        l.append(50)
    l.append(9)
    return sum(l)


def in_a_handler(n):
    l = []
    try:
        for i in range(n):
            if i == 2:
                raise ValueError
            l.append(i)
    except ValueError:
        l.append(77)
    l.append(3)
    return sum(l) + len(l)


def nested(n):
    rows = []
    for i in range(n):
        row = []
        for j in range(i):
            row.append(j)
        rows.append(row)
    for r in rows:
        r.append(4)
    s = 0
    for r in rows:
        s = s * 7 + len(r)
    return s


def filled_twice(n):
    out = []
    l = []
    for i in range(n):
        l.append(i)
    out.append(l)
    for i in range(2):
        l.append(8)
    out.append(l)
    return len(out[0]) * 10 + len(out[1])


def copied(n):
    l = [i for i in range(n)]
    x = l + [1]
    y = list(l)
    z = l * 2
    y.append(3)
    l2 = [str(i) for i in x]
    return len(x) + 10 * len(y) + 100 * len(z) + len(','.join(l2)) * 1000


def main(argv):
    for arg in argv[1:]:
        n = int(arg)
        for i in range(n):
            print(kept(i))
            print(aliased(i))
            print(in_a_loop(i))
            print(comprehension(i))
            print(left_early(i))
            print(in_a_handler(i))
            print(nested(i))
            print(filled_twice(i))
            print(copied(i))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    sys.exit(main(sys.argv))
