# int() of an unsigned number beyond the machine word: Python has such integers, a translated program raises.
# translated: 5
# translated: no int
from rpython.rlib.rarithmetic import r_uint


def show(u):
    try:
        print(int(u))
    except OverflowError:
        print('no int')


def main(argv):
    show(r_uint(len(argv) + 4))
    show(r_uint(-len(argv)))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    sys.exit(main(sys.argv))
