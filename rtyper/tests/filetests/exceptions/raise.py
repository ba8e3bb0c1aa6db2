# raise of a class makes an instance, with a constant vtable; of an instance, the vtable is read from it.
# entry: f(int)
# run: f(0) => raises ValueError
# run: f(1) => raises MyError
class MyError(Exception):
    def __init__(self, n): self.n = n

def f(n):
    if n == 0:
        raise ValueError
    raise MyError(n)

#| graph raise.f(v0: Signed) -> Void
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_eq(v1, 0)
#|     if v2 then b2() else b3(v1)
#| b2():
#|     v3: Ptr(ValueError) = malloc[ValueError]()
#|     v4: Ptr(object) = cast_pointer(v3)
#|     v5: Void = setfield[object.typeptr](v4, cast(@ValueError.vtable, Ptr(object_vtable)))
#|     v6: Ptr(object) = cast_pointer(v3)
#|     goto raise(cast(@ValueError.vtable, Ptr(object_vtable)), v6)
#| b3(v7: Signed):
#|     v8: Ptr(MyError) = malloc[MyError]()
#|     v9: Ptr(object) = cast_pointer(v8)
#|     v10: Void = setfield[object.typeptr](v9, cast(@raise.MyError.vtable, Ptr(object_vtable)))
#|     v11: Void = direct_call[raise.MyError.__init__](v8, v7)
#|     v12: Ptr(object) = cast_pointer(v8)
#|     v13: Ptr(object_vtable) = getfield[object.typeptr](v12)
#|     v14: Ptr(object) = cast_pointer(v8)
#|     goto raise(v13, v14)
#|
#| graph raise.MyError.__init__(v0: Ptr(MyError), v1: Signed) -> Void
#| b0(v0: Ptr(MyError), v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Ptr(MyError), v3: Signed):
#|     v4: Void = setfield[MyError.n](v2, v3)
#|     goto return(void)
