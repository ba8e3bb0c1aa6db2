# An attribute that is a class attribute until it is set is a field of the instance, with the default written when it
# is made.
# entry: f(int)
# run: f(0) => 7
# run: f(3) => 3
# show: f
class A(object):
    x = 7

def f(n):
    a = A()
    if n:
        a.x = n
    return a.x

#| graph class_default.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = malloc[A]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@class_default.A.vtable, Ptr(object_vtable)))
#|     v5: Void = setfield[A.x](v2, 7)
#|     v6: Bool = int_is_true(v1)
#|     if v6 then b2(v1, v2) else b3(v2)
#| b2(v7: Signed, v8: Ptr(A)):
#|     v9: Void = setfield[A.x](v8, v7)
#|     goto b3(v8)
#| b3(v10: Ptr(A)):
#|     v11: Signed = getfield[A.x](v10)
#|     goto return(v11)
