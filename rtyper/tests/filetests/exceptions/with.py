# with: __exit__ is called on every way out, with None or the class.
# entry: f(int)
# run: f(0) => raises ValueError
# run: f(1) => 1
# show: f
class Guard(object):
    depth = 0
    def __enter__(self):
        self.depth += 1
        return self
    def __exit__(self, t, v, tb):
        self.depth -= 1

GUARD = Guard()

def f(n):
    with GUARD as g:
        if n == 0:
            raise ValueError
        return g.depth

#| graph with.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(Guard) = direct_call[with.Guard.__enter__](@Guard%20instance)
#|     v3: Bool = int_eq(v1, 0)
#|     goto b2(v3, @Guard%20instance, v2)
#| b2(v4: Bool, v5: Ptr(Guard), v6: Ptr(Guard)):
#|     goto b3(v5, v4, v6)
#| b3(v7: Ptr(Guard), v8: Bool, v9: Ptr(Guard)):
#|     if v8 then b4(v7) else b8(v7, v9)
#| b4(v10: Ptr(Guard)):
#|     v11: Ptr(ValueError) = malloc[ValueError]()
#|     v12: Ptr(object) = cast_pointer(v11)
#|     v13: Void = setfield[object.typeptr](v12, cast(@ValueError.vtable, Ptr(object_vtable)))
#|     goto b5(v10, v11)
#| b5(v14: Ptr(Guard), v15: Ptr(ValueError)):
#|     v16: Ptr(object) = cast_pointer(v15)
#|     v17: Ptr(object_vtable) = getfield[object.typeptr](v16)
#|     v18: Ptr(BaseException) = cast_pointer(v15)
#|     goto b6(v18, v17, v14)
#| b6(v19: Ptr(BaseException), v20: Ptr(object_vtable), v21: Ptr(Guard)):
#|     v22: Void = direct_call[with.Guard.__exit__](v21, v20, v19, @%3CTraceback%20object%3E)
#|     v23: Ptr(object) = cast_pointer(v19)
#|     goto raise(v20, v23)
#| b8(v26: Ptr(Guard), v27: Ptr(Guard)):
#|     v28: Signed = getfield[Guard.depth](v27)
#|     goto b9(v28, v26)
#| b9(v29: Signed, v30: Ptr(Guard)):
#|     v31: Void = direct_call[with.Guard.__exit__](v30, null(Ptr(object_vtable)), null(Ptr(BaseException)), null(Ptr(prebuilt)))
#|     goto return(v29)
