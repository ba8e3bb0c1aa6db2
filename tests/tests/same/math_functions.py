# args: 1.0 8.0 0.5 1e300 0.0 -1.0 inf -inf nan
# Functions of `math` that only Python 3 has.
import math


def entry_point(argv):
    for text in argv[1:]:
        x = float(text)
        print(math.isfinite(x))
        try:
            print(math.log2(x))
        except ValueError:
            print('no logarithm')
    return 0
