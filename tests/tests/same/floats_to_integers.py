# args: 0.0 -0.0 0.5 -0.5 1.5 2.5 -2.5 3.7 -3.7 123456.789 4503599627370497.5 9007199254740993.0 -1e18
# Python 3's floor, ceil and round give integers.
import math


def entry_point(argv):
    for text in argv[1:]:
        x = float(text)
        print(math.floor(x), math.ceil(x), math.trunc(x), round(x), round(x * 0.5), int(x))
        n = int(x)
        print(math.floor(n), math.ceil(n), round(n), math.floor(x) // 2, math.floor(x) == x)
    return 0
