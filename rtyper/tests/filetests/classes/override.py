# A method with overrides is called through the vtable; the candidates stand at the call.
# entry: f(int)
# run: f(0) => 1
# run: f(1) => 2
# show: f
class A(object):
    def m(self):
        return 1

class B(A):
    def m(self):
        return 2

def f(n):
    if n:
        a = B()
    else:
        a = A()
    return a.m()

#| graph override.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_is_true(v1)
#|     if v2 then b2() else b3()
#| b2():
#|     v3: Ptr(B) = malloc[B]()
#|     v4: Ptr(object) = cast_pointer(v3)
#|     v5: Void = setfield[object.typeptr](v4, cast(@override.B.vtable, Ptr(object_vtable)))
#|     v6: Ptr(A) = cast_pointer(v3)
#|     goto b4(v6)
#| b3():
#|     v7: Ptr(A) = malloc[A]()
#|     v8: Ptr(object) = cast_pointer(v7)
#|     v9: Void = setfield[object.typeptr](v8, cast(@override.A.vtable, Ptr(object_vtable)))
#|     goto b4(v7)
#| b4(v10: Ptr(A)):
#|     v11: Ptr(object) = cast_pointer(v10)
#|     v12: Ptr(object_vtable) = getfield[object.typeptr](v11)
#|     v13: Ptr(A_vtable) = cast_pointer(v12)
#|     v14: Ptr(Func((Ptr(A)) -> Signed)) = getfield[A_vtable.m](v13)
#|     v15: Signed = indirect_call[Func((Ptr(A)) -> Signed) | override.B.m, override.A.m](v14, v10)
#|     goto return(v15)
