# A mask beyond the machine word: numbers that are not negative have their low bits in common with it, others something that is
# no machine word.
# translated: 5 0 5 4
# translated: overflow
# translated: overflow here
# translated: overflow here
# translated: 3 3
from rpython.rlib.rarithmetic import LONG_BIT

MASK = (1 << LONG_BIT) - 1


def low(n):
    return n & MASK


def bits(n):
    m = n
    m &= 0xFFFFFFFFFFFFFFFFF
    return "%d %d %d %d" % (low(n), n & (1 << 64), m, (1 << 70 | 4) & n)


def show(n):
    try:
        print(low(n))
    except OverflowError:
        print('overflow')


def show_here(n):
    try:
        print(n & MASK)
    except ZeroDivisionError:
        print('no division')
    except OverflowError:
        print('overflow here')


def show_in_place(n):
    try:
        n &= MASK
        print(n)
    except OverflowError:
        print('overflow here')


def main(argv):
    n = len(argv)
    print(bits(n + 4))
    show(-n)
    show_here(-n)
    show_in_place(-n)
    print("%d %d" % (low(n + 2), min(low(n + 2), 7)))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    sys.exit(main(sys.argv))
