# Calling a class that is not known: the constructors of all candidates, by the vtable.
# entry: f(int)
# run: f(0) => 1
# run: f(1) => 2
# show: f
class A(object):
    def __init__(self): self.x = 1
class B(A):
    def __init__(self): self.x = 2

def f(n):
    cls = A if n == 0 else B
    return cls().x

#| graph class_call.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_eq(v1, 0)
#|     if v2 then b2(cast(@class_call.A.vtable, Ptr(object_vtable))) else b2(cast(@class_call.B.vtable, Ptr(object_vtable)))
#| b2(v3: Ptr(object_vtable)):
#|     v4: Bool = ptr_eq(v3, cast(@class_call.A.vtable, Ptr(object_vtable)))
#|     if v4 then b3() else b4(v3)
#| b3():
#|     v5: Ptr(A) = malloc[A]()
#|     v6: Ptr(object) = cast_pointer(v5)
#|     v7: Void = setfield[object.typeptr](v6, cast(@class_call.A.vtable, Ptr(object_vtable)))
#|     v8: Void = direct_call[class_call.A.__init__](v5)
#|     goto b7(v5)
#| b4(v9: Ptr(object_vtable)):
#|     v10: Bool = ptr_eq(v9, cast(@class_call.B.vtable, Ptr(object_vtable)))
#|     if v10 then b5() else b9()
#| b5():
#|     v11: Ptr(B) = malloc[B]()
#|     v12: Ptr(object) = cast_pointer(v11)
#|     v13: Void = setfield[object.typeptr](v12, cast(@class_call.B.vtable, Ptr(object_vtable)))
#|     v14: Ptr(A) = cast_pointer(v11)
#|     v15: Void = direct_call[class_call.B.__init__](v14)
#|     v16: Ptr(A) = cast_pointer(v11)
#|     goto b6(v16)
#| b6(v17: Ptr(A)):
#|     goto b7(v17)
#| b7(v18: Ptr(A)):
#|     v19: Signed = getfield[A.x](v18)
#|     goto return(v19)
#| b9():
#|     v21: Void = abort[bad_call]()
#|     unreachable
