# refused: E0471
from rpython.rtyper.lltypesystem import lltype

POINT = lltype.Struct('point', ('x', lltype.Signed))
POINTS = lltype.Array(POINT)
LINE = lltype.Struct('line', ('begin', POINT), ('end', POINT))


def entry_point(argv):
    points = lltype.malloc(POINTS, 3, flavor='raw')
    line = lltype.malloc(LINE, flavor='raw')
    points[1].x = 7
    try:
        points[0] = points[1]
        line.begin = line.end
    except TypeError:
        print('the parts of an object are no references')
    lltype.free(points, flavor='raw')
    lltype.free(line, flavor='raw')
    return 0
