# Objects that are nothing but themselves tell the cases of an unrolled loop apart: what is behind the others is not translated.
from rpython.rlib.unroll import unrolling_iterable

INDEX = object()
CHARACTER = object()
KINDS = unrolling_iterable(list(enumerate([int, INDEX, str, INDEX])))


def convert(n):
    total = n
    for i, kind in KINDS:
        if kind is int:
            total += 1
        elif kind is str:
            total += 10
        elif kind is CHARACTER:
            total += no_such_function(n)
        elif kind is not INDEX or i > 3:
            raise NotImplementedError("a kind that is not known")
        else:
            total += 100 * i
    return total


def main(argv):
    print(convert(len(argv)))
    return 0


def target(driver, args):
    return main, None


if __name__ == '__main__':
    import sys
    sys.exit(main(sys.argv))
