# A call through the class is a direct call, with self converted to the base.
# entry: f(int)
# run: f(3) => 13
# show: B.m f
class A(object):
    def m(self, n):
        return n + 10

class B(A):
    def m(self, n):
        return A.m(self, n)

def f(n):
    return B().m(n)

#| graph super_call.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(B) = malloc[B]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@super_call.B.vtable, Ptr(object_vtable)))
#|     v5: Signed = direct_call[super_call.B.m](v2, v1)
#|     goto return(v5)
#|
#| graph super_call.B.m(v0: Ptr(B), v1: Signed) -> Signed
#| b0(v0: Ptr(B), v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Ptr(B), v3: Signed):
#|     v4: Signed = direct_call[super_call.A.m](v2, v3)
#|     goto return(v4)
