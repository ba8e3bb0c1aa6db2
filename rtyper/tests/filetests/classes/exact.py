# A method with overrides of a fresh instance is called through the vtable (the pass `devirtualise` knows which); of a
# leaf class directly. The result is a constant where all that can be called return it.
# entry: f(int)
# run: f(1) => 2
# show: f
class A(object):
    def m(self):
        return 1

class B(A):
    def m(self):
        return 2

def f(n):
    A().m()
    return B().m()

#| graph exact.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = malloc[A]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@exact.A.vtable, Ptr(object_vtable)))
#|     v5: Ptr(object) = cast_pointer(v2)
#|     v6: Ptr(object_vtable) = getfield[object.typeptr](v5)
#|     v7: Ptr(A_vtable) = cast_pointer(v6)
#|     v8: Ptr(Func((Ptr(A)) -> Signed)) = getfield[A_vtable.m](v7)
#|     v9: Signed = indirect_call[Func((Ptr(A)) -> Signed) | exact.A.m, exact.B.m](v8, v2)
#|     v10: Ptr(B) = malloc[B]()
#|     v11: Ptr(object) = cast_pointer(v10)
#|     v12: Void = setfield[object.typeptr](v11, cast(@exact.B.vtable, Ptr(object_vtable)))
#|     v13: Ptr(A) = cast_pointer(v10)
#|     v14: Signed = direct_call[exact.B.m](v13)
#|     goto return(2)
