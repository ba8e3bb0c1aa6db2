from rpython.rlib.rstring import check_str0


def checked(s):
    try:
        check_str0(s)
    except TypeError:
        return False
    return True


def entry_point(argv):
    n = len(argv)
    for s in ['', 'a' * n, 'a\x00', '\x00', 'b' * n + '\x00c']:
        print(checked(s))
    return 0


def target(*args):
    return entry_point, None


if __name__ == '__main__':
    import sys
    sys.exit(entry_point(sys.argv))
