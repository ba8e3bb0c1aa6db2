# `==` of instances is identity.
# entry: f(int)
# run: f(1) => False
# show: f
class A(object):
    pass

def f(n):
    return A() == A()

#| graph eq_is_identity.f(v0: Signed) -> Bool
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = malloc[A]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@eq_is_identity.A.vtable, Ptr(object_vtable)))
#|     v5: Ptr(A) = malloc[A]()
#|     v6: Ptr(object) = cast_pointer(v5)
#|     v7: Void = setfield[object.typeptr](v6, cast(@eq_is_identity.A.vtable, Ptr(object_vtable)))
#|     v8: Bool = ptr_eq(v2, v5)
#|     goto return(v8)
