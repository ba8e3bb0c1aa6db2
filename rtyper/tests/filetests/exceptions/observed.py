# A bad index in a function whose caller has a handler is raised; without one it would be a report.
# entry: f(int)
# run: f(0) => 7
# run: f(3) => -1
# show: f g
L = [7, 8]
def g(n):
    return L[n]

def f(n):
    try:
        return g(n)
    except IndexError:
        return -1

#| graph observed.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[observed.g](v1)
#|     try { normal => b2(v2), cast(@IndexError.vtable, Ptr(object_vtable))(v3: Ptr(object_vtable), v4: Ptr(object)) => b3(v3, v4) }
#| b2(v5: Signed):
#|     goto return(v5)
#| b3(v6: Ptr(object_vtable), v7: Ptr(object)):
#|     goto return(-1)
#|
#| graph observed.g(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = getarraysize[GcImmutableArray(Signed)](@list)
#|     v3: Signed = int_rshift(v1, 63)
#|     v4: Signed = int_and(v3, v2)
#|     v5: Signed = int_add(v1, v4)
#|     v6: Unsigned = cast_int_to_uint(v5)
#|     v7: Unsigned = cast_int_to_uint(v2)
#|     v8: Bool = uint_lt(v6, v7)
#|     if v8 then b2(v5) else b4()
#| b2(v9: Signed):
#|     v10: Signed = getarrayitem[GcImmutableArray(Signed)](@list, v9)
#|     goto return(v10)
#| b4():
#|     goto raise(cast(@IndexError.vtable, Ptr(object_vtable)), cast(@IndexError%20instance, Ptr(object)))
