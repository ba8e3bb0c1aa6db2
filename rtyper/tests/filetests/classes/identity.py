# `is` compares pointers, cast to a common class.
# entry: f(int)
# run: f(0) => True
# run: f(1) => False
# show: f
class A(object): pass
class B(A): pass

def f(n):
    b = B()
    a = A()
    if n == 0:
        a = b
    return a is b

#| graph identity.f(v0: Signed) -> Bool
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(B) = malloc[B]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@identity.B.vtable, Ptr(object_vtable)))
#|     v5: Ptr(A) = malloc[A]()
#|     v6: Ptr(object) = cast_pointer(v5)
#|     v7: Void = setfield[object.typeptr](v6, cast(@identity.A.vtable, Ptr(object_vtable)))
#|     v8: Bool = int_eq(v1, 0)
#|     if v8 then b2(v2) else b3(v5, v2)
#| b2(v9: Ptr(B)):
#|     v10: Ptr(A) = cast_pointer(v9)
#|     goto b3(v10, v9)
#| b3(v11: Ptr(A), v12: Ptr(B)):
#|     v13: Ptr(A) = cast_pointer(v12)
#|     v14: Bool = ptr_eq(v11, v13)
#|     goto return(v14)
