# A method that no subclass overrides is called directly.
# entry: f(int)
# run: f(0) => 5
# run: f(1) => 5
# show: f
class A(object):
    def m(self):
        return 5

class B(A):
    pass

def f(n):
    if n:
        a = B()
    else:
        a = A()
    return a.m()

#| graph no_override.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_is_true(v1)
#|     if v2 then b2() else b3()
#| b2():
#|     v3: Ptr(B) = malloc[B]()
#|     v4: Ptr(object) = cast_pointer(v3)
#|     v5: Void = setfield[object.typeptr](v4, cast(@no_override.B.vtable, Ptr(object_vtable)))
#|     v6: Ptr(A) = cast_pointer(v3)
#|     goto b4(v6)
#| b3():
#|     v7: Ptr(A) = malloc[A]()
#|     v8: Ptr(object) = cast_pointer(v7)
#|     v9: Void = setfield[object.typeptr](v8, cast(@no_override.A.vtable, Ptr(object_vtable)))
#|     goto b4(v7)
#| b4(v10: Ptr(A)):
#|     v11: Signed = direct_call[no_override.A.m](v10)
#|     goto return(5)
