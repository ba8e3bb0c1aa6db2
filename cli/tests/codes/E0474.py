from rpython.rtyper.lltypesystem import lltype, rffi, llmemory


POINT = lltype.Struct('point', ('x', lltype.Signed))

def make():
    return lltype.malloc(POINT)

def entry_point(argv):
    make()
    return 0

#| error[E0474]: malloc() of a raw object with flavor='gc'
#|  --> FILE:7:12
#|   |
#| 7 |     return lltype.malloc(POINT)
#|   |            ^^^^^^^^^^^^^^^^^^^^ point is a raw container
#|   |
#|   = help: write flavor='raw', and free() it
#|
#| genext: stopped because of an error
