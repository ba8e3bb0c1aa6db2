from rpython.rtyper.lltypesystem import lltype, rffi, llmemory


POINT = lltype.GcStruct('point', ('x', lltype.Signed))
LINE = lltype.GcStruct('line', ('length', lltype.Float))

class Shape(object):
    def __init__(self):
        self.p = lltype.malloc(POINT)

def point(shape):
    return shape.p

def entry_point(argv):
    line = lltype.cast_pointer(lltype.Ptr(LINE), point(Shape()))
    return int(line.length)

#| error[E0475]: cast_pointer() from Ptr(point) to Ptr(line)
#|   --> FILE:15:12
#|    |
#|  9 |         self.p = lltype.malloc(POINT)
#|    |         ------ attribute `p` is set to a low-level Ptr(point) here
#| ...
#| 12 |     return shape.p
#|    |            ------- returned by `point`
#| ...
#| 15 |     line = lltype.cast_pointer(lltype.Ptr(LINE), point(Shape()))
#|    |            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^--------------^
#|    |            |                                     |
#|    |            |                                     a low-level Ptr(point) comes from here
#|    |            neither is the first part of the other
#|    |
#|    = help: pointers are cast to what they were made as, or to the first structure in it
#|
#| genext: stopped because of an error
