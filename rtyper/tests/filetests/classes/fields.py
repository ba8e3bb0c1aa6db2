# Fields: an instance that is just made is not tested for None, one that comes from elsewhere is.
# entry: f(int)
# run: f(3) => 8
# show: f get
class A(object):
    def __init__(self, x):
        self.x = x

def get(a):
    return a.x

def f(n):
    a = A(n)
    a.x += 1
    return get(a) + a.x

#| graph fields.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = malloc[A]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@fields.A.vtable, Ptr(object_vtable)))
#|     v5: Void = direct_call[fields.A.__init__](v2, v1)
#|     v6: Signed = getfield[A.x](v2)
#|     v7: Signed = int_add(v6, 1)
#|     v8: Void = setfield[A.x](v2, v7)
#|     v9: Signed = direct_call[fields.get](v2)
#|     v10: Signed = getfield[A.x](v2)
#|     v11: Signed = int_add(v9, v10)
#|     goto return(v11)
#|
#| graph fields.get(v0: Ptr(A)) -> Signed
#| b0(v0: Ptr(A)):
#|     goto b1(v0)
#| b1(v1: Ptr(A)):
#|     v2: Signed = getfield[A.x](v1)
#|     goto return(v2)
