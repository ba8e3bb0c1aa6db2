# Several handlers: a link for each class, with the exception cast to its class.
# entry: f(int)
# run: f(0) => -1
# run: f(1) => 1
# run: f(2) => -3
# show: f
class E(Exception):
    def __init__(self, n): self.n = n

def g(n):
    if n == 0:
        raise KeyError
    if n == 2:
        raise IndexError
    raise E(n)

def f(n):
    try:
        g(n)
    except KeyError:
        return -1
    except E as e:
        return e.n
    except Exception:
        return -3
    return 0

#| graph handlers.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Void = direct_call[handlers.g](v1)
#|     try { normal => b2(), cast(@KeyError.vtable, Ptr(object_vtable))(v3: Ptr(object_vtable), v4: Ptr(object)) => b3(v3, v4), cast(@handlers.E.vtable, Ptr(object_vtable))(v5: Ptr(object_vtable), v6: Ptr(object)) => b4(v5, v6), cast(@Exception.vtable, Ptr(object_vtable))(v7: Ptr(object_vtable), v8: Ptr(object)) => b6(v7, v8) }
#| b2():
#|     v9: Void = abort[unreachable]()
#|     unreachable
#| b3(v10: Ptr(object_vtable), v11: Ptr(object)):
#|     goto return(-1)
#| b4(v12: Ptr(object_vtable), v13: Ptr(object)):
#|     v14: Ptr(E) = cast_pointer(v13)
#|     goto b5(v14)
#| b5(v15: Ptr(E)):
#|     v16: Signed = getfield[E.n](v15)
#|     goto return(v16)
#| b6(v17: Ptr(object_vtable), v18: Ptr(object)):
#|     goto return(-3)
