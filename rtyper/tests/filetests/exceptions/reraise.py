# A handler that raises again.
# entry: f(int)
# run: f(0) => raises KeyError
# run: f(1) => 1
# show: f
def g(n):
    if n == 0:
        raise KeyError
    return n

def f(n):
    try:
        return g(n)
    except KeyError:
        if n < 10:
            raise
        return 5

#| graph reraise.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[reraise.g](v1)
#|     try { normal => b2(v2), cast(@KeyError.vtable, Ptr(object_vtable))(v3: Ptr(object_vtable), v4: Ptr(object)) => b3(v3, v4, v1) }
#| b2(v5: Signed):
#|     goto return(v5)
#| b3(v6: Ptr(object_vtable), v7: Ptr(object), v8: Signed):
#|     v9: Ptr(KeyError) = cast_pointer(v7)
#|     goto b4(v9, v6, v8)
#| b4(v10: Ptr(KeyError), v11: Ptr(object_vtable), v12: Signed):
#|     v13: Bool = int_lt(v12, 10)
#|     if v13 then b5(v10, v11) else return(5)
#| b5(v14: Ptr(KeyError), v15: Ptr(object_vtable)):
#|     v16: Ptr(object) = cast_pointer(v14)
#|     goto raise(v15, v16)
