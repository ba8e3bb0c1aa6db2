from rpython.rlib.objectmodel import specialize


class C(object):
    def __init__(self, x):
        self.x = x


def never(x):
    raise ValueError


@specialize.arg(0)
def fn(which, x):
    if which == 1:
        x += 1
    never(x)
    return C(x)


def run(c):
    return c.x


def main(n):
    return run(fn(0, n))


def entry_point(argv):
    c = C(1)
    print(str(run(c)))
    try:
        print(str(main(len(argv))))
    except ValueError:
        print('ValueError')
    return 0
