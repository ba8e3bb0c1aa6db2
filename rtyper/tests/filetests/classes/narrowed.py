# After isinstance the instance is cast once, and fields of the subclass are read.
# entry: f(int)
# run: f(0) => -1
# run: f(4) => 4
# show: f
class A(object): pass
class B(A):
    def __init__(self, x):
        self.x = x

def make(n):
    if n:
        return B(n)
    return A()

def f(n):
    a = make(n)
    if isinstance(a, B):
        return a.x
    return -1

#| graph narrowed.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = direct_call[narrowed.make](v1)
#|     v3: Bool = ptr_iszero(v2)
#|     v4: Ptr(object) = cast_pointer(v2)
#|     v5: Ptr(object_vtable) = getfield[object.typeptr](v4)
#|     v6: Bool = ptr_eq(v5, cast(@narrowed.B.vtable, Ptr(object_vtable)))
#|     if v6 then b2(v2) else return(-1)
#| b2(v7: Ptr(A)):
#|     v8: Ptr(B) = cast_pointer(v7)
#|     goto b3(v8)
#| b3(v9: Ptr(B)):
#|     v10: Signed = getfield[B.x](v9)
#|     goto return(v10)
