# A bound method is a value: the instance, when the function is known.
# entry: f(int)
# run: f(3) => 10
# show: f call
class A(object):
    def __init__(self, x): self.x = x
    def m(self, n): return self.x + n

def call(m):
    return m(7)

def f(n):
    return call(A(n).m)

#| graph bound_method.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = malloc[A]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@bound_method.A.vtable, Ptr(object_vtable)))
#|     v5: Void = direct_call[bound_method.A.__init__](v2, v1)
#|     v6: Signed = direct_call[bound_method.call](v2)
#|     goto return(v6)
#|
#| graph bound_method.call(v0: Ptr(A)) -> Signed
#| b0(v0: Ptr(A)):
#|     goto b1(v0)
#| b1(v1: Ptr(A)):
#|     v2: Signed = direct_call[bound_method.A.m](v1, 7)
#|     goto return(v2)
