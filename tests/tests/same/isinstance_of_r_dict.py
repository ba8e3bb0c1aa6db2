# An r_dict is an instance of r_dict, and not of dict.
from rpython.rlib.objectmodel import r_dict


def same(a, b):
    return a % 10 == b % 10


def digit(a):
    return a % 10


def make(n):
    if n < 0:
        return None
    d = r_dict(same, digit)
    d[n] = 'entry'
    return d


def kind(d):
    assert d is None or isinstance(d, r_dict)
    if isinstance(d, r_dict):
        return d[13] if 13 in d else 'r_dict'
    return 'none'


def main(argv):
    n = len(argv)
    d = make(n + 2)
    print(kind(d))
    print(kind(make(n)))
    print(kind(make(-n)))
    print(isinstance(d, dict))
    e = {n: 'one'}
    print(isinstance(e, dict))
    print(isinstance(e, r_dict))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    sys.exit(main(sys.argv))
