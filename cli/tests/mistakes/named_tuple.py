# E0447, 1: def __init__(self, x, y)
from collections import namedtuple

Point = namedtuple('Point', 'x y')

def entry_point(argv):
    p = Point(1, len(argv))
    print(p.x + p.y)
    return 0
