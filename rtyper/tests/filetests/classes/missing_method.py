# A method that only a subclass has: the call through the base tests for the classes that have it.
# entry: f(int)
# run: f(1) => 2
# run: f(0) => raises AttributeError
# show: f
class A(object): pass
class B(A):
    def m(self):
        return 2

def f(n):
    a = A() if n == 0 else B()
    return a.m()

#| graph missing_method.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_eq(v1, 0)
#|     if v2 then b2() else b3()
#| b2():
#|     v3: Ptr(A) = malloc[A]()
#|     v4: Ptr(object) = cast_pointer(v3)
#|     v5: Void = setfield[object.typeptr](v4, cast(@missing_method.A.vtable, Ptr(object_vtable)))
#|     goto b4(v3)
#| b3():
#|     v6: Ptr(B) = malloc[B]()
#|     v7: Ptr(object) = cast_pointer(v6)
#|     v8: Void = setfield[object.typeptr](v7, cast(@missing_method.B.vtable, Ptr(object_vtable)))
#|     v9: Ptr(A) = cast_pointer(v6)
#|     goto b4(v9)
#| b4(v10: Ptr(A)):
#|     v11: Ptr(object) = cast_pointer(v10)
#|     v12: Ptr(object_vtable) = getfield[object.typeptr](v11)
#|     v13: Bool = ptr_eq(v12, cast(@missing_method.B.vtable, Ptr(object_vtable)))
#|     if v13 then b5(v10) else b7()
#| b5(v14: Ptr(A)):
#|     v15: Ptr(B) = cast_pointer(v14)
#|     v16: Signed = direct_call[missing_method.B.m](v15)
#|     goto return(2)
#| b7():
#|     v18: Void = abort[missing_method]()
#|     unreachable
