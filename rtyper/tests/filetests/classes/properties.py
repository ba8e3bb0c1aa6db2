# A property is a call of its function.
# entry: f(int)
# run: f(3) => 6
# show: f
class A(object):
    def __init__(self, n):
        self._n = n
    @property
    def double(self):
        return self._n * 2

def f(n):
    return A(n).double

#| graph properties.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = malloc[A]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@properties.A.vtable, Ptr(object_vtable)))
#|     v5: Void = direct_call[properties.A.__init__](v2, v1)
#|     v6: Signed = direct_call[properties.A.double](v2)
#|     goto return(v6)
