# The length of what may be None is tested; a handler would see it as TypeError.
# entry: f(int)
# run: f(0) => -1
# run: f(1) => 3
# show: f
def g(n):
    if n == 0:
        return None
    return 'abc'

def f(n):
    try:
        return len(g(n))
    except TypeError:
        return -1

#| graph none_deref.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(rpy_string) = direct_call[none_deref.g](v1)
#|     try { normal => b2(v2), cast(@TypeError.vtable, Ptr(object_vtable))(v3: Ptr(object_vtable), v4: Ptr(object)) => b7(v3, v4) }
#| b2(v5: Ptr(rpy_string)):
#|     goto b3(v5)
#| b3(v6: Ptr(rpy_string)):
#|     v7: Bool = ptr_nonzero(v6)
#|     if v7 then b4(v6) else b5()
#| b4(v8: Ptr(rpy_string)):
#|     v9: Signed = getinteriorsize[rpy_string](v8)
#|     goto return(v9)
#| b5():
#|     goto b6(cast(@TypeError.vtable, Ptr(object_vtable)), cast(@TypeError%20instance, Ptr(object)))
#| b6(v10: Ptr(object_vtable), v11: Ptr(object)):
#|     goto return(-1)
#| b7(v12: Ptr(object_vtable), v13: Ptr(object)):
#|     goto return(-1)
