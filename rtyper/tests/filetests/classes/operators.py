# Operators of instances are methods.
# entry: f(int)
# run: f(3) => 8
# show: f
class V(object):
    def __init__(self, x):
        self.x = x
    def __add__(self, other):
        return V(self.x + other.x)
    def __getitem__(self, i):
        return self.x * i

def f(n):
    return (V(n) + V(1))[2]

#| graph operators.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(V) = malloc[V]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@operators.V.vtable, Ptr(object_vtable)))
#|     v5: Void = direct_call[operators.V.__init__](v2, v1)
#|     v6: Ptr(V) = malloc[V]()
#|     v7: Ptr(object) = cast_pointer(v6)
#|     v8: Void = setfield[object.typeptr](v7, cast(@operators.V.vtable, Ptr(object_vtable)))
#|     v9: Void = direct_call[operators.V.__init__](v6, 1)
#|     v10: Ptr(V) = direct_call[operators.V.__add__](v2, v6)
#|     v11: Signed = direct_call[operators.V.__getitem__](v10, 2)
#|     goto return(v11)
