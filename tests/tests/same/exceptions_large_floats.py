# A float beyond the machine integers raises OverflowError where Python makes a long.
# translated: overflow


def convert(n):
    return int([1.5, 1e300][n])


def entry_point(argv):
    try:
        print(convert(len(argv)) > 0)
    except OverflowError:
        print('overflow')
    return 0
