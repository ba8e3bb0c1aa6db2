from rpython.rtyper.lltypesystem import lltype, rffi, llmemory


POINT = lltype.GcStruct('point', ('x', lltype.Signed))

class Shape(object):
    def __init__(self):
        self.p = lltype.malloc(POINT)

def point(shape):
    return shape.p

def entry_point(argv):
    return point(Shape())[0]

#| error[E0472]: Ptr(point) is no array
#|   --> FILE:14:12
#|    |
#|  8 |         self.p = lltype.malloc(POINT)
#|    |         ------ attribute `p` is set to a low-level Ptr(point) here
#| ...
#| 11 |     return shape.p
#|    |            ------- returned by `point`
#| ...
#| 14 |     return point(Shape())[0]
#|    |            --------------^^^
#|    |            |
#|    |            a low-level Ptr(point) comes from here
#|    |
#|    = help: only pointers to lltype.Array, GcArray and FixedSizeArray have items
#|
#| genext: stopped because of an error
