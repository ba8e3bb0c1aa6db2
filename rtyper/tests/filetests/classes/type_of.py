# type(x) is C compares vtables.
# entry: f(int)
# run: f(0) => True
# run: f(1) => False
# show: f
class A(object): pass
class B(A): pass

def f(n):
    a = A() if n == 0 else B()
    return type(a) is A

#| graph type_of.f(v0: Signed) -> Bool
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_eq(v1, 0)
#|     if v2 then b2() else b3()
#| b2():
#|     v3: Ptr(A) = malloc[A]()
#|     v4: Ptr(object) = cast_pointer(v3)
#|     v5: Void = setfield[object.typeptr](v4, cast(@type_of.A.vtable, Ptr(object_vtable)))
#|     goto b4(v3)
#| b3():
#|     v6: Ptr(B) = malloc[B]()
#|     v7: Ptr(object) = cast_pointer(v6)
#|     v8: Void = setfield[object.typeptr](v7, cast(@type_of.B.vtable, Ptr(object_vtable)))
#|     v9: Ptr(A) = cast_pointer(v6)
#|     goto b4(v9)
#| b4(v10: Ptr(A)):
#|     v11: Ptr(object) = cast_pointer(v10)
#|     v12: Ptr(object_vtable) = getfield[object.typeptr](v11)
#|     v13: Bool = ptr_eq(v12, cast(@type_of.A.vtable, Ptr(object_vtable)))
#|     goto return(v13)
