# finally: its body on every way out.
# entry: f(int)
# run: f(0) => raises ValueError
# run: f(1) => 3
# show: f
class S(object):
    n = 0
STATE = S()

def g(n):
    if n == 0:
        raise ValueError
    return n

def f(n):
    try:
        x = g(n)
    finally:
        STATE.n = 2
    return x + STATE.n

#| graph finally.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Signed = direct_call[finally.g](v1)
#|     try { normal => b2(v2), cast(@BaseException.vtable, Ptr(object_vtable))(v3: Ptr(object_vtable), v4: Ptr(object)) => b5(v3, v4) }
#| b2(v5: Signed):
#|     goto b3(v5)
#| b3(v6: Signed):
#|     v7: Void = setfield[S.n](@S%20instance, 2)
#|     v8: Signed = getfield[S.n](@S%20instance)
#|     v9: Signed = int_add(v6, v8)
#|     goto return(v9)
#| b5(v11: Ptr(object_vtable), v12: Ptr(object)):
#|     v13: Ptr(BaseException) = cast_pointer(v12)
#|     goto b6(v13, v11)
#| b6(v14: Ptr(BaseException), v15: Ptr(object_vtable)):
#|     v16: Void = setfield[S.n](@S%20instance, 2)
#|     v17: Ptr(object) = cast_pointer(v14)
#|     goto raise(v15, v17)
