from rpython.rtyper.lltypesystem import lltype, rffi, llmemory


POINT = lltype.GcStruct('point', ('x', lltype.Signed))

def make():
    return lltype.malloc(POINT)

def entry_point(argv):
    p = make()
    return p.z

#| error[E0470]: Ptr(point) has no field `z`
#|   --> FILE:11:12
#|    |
#|  7 |     return lltype.malloc(POINT)
#|    |            -------------------- returned by `make`
#| ...
#| 10 |     p = make()
#|    |         ------ a low-level Ptr(point) comes from here
#| 11 |     return p.z
#|    |            ^^^
#|    |
#|    = help: its fields are those that its lltype.Struct or GcStruct was made with
#|
#| genext: stopped because of an error
