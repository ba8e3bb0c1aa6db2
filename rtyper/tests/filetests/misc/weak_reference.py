# A weak reference is an object of its own kind; a dead one gives None.
# entry: f(int)
# run: f(3) => 3
# show: f
import weakref
class A(object):
    def __init__(self, x): self.x = x

def f(n):
    a = A(n)
    r = weakref.ref(a)
    b = r()
    if b is None:
        return -1
    return b.x + a.x - n

#| graph weak_reference.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = malloc[A]()
#|     v3: Ptr(object) = cast_pointer(v2)
#|     v4: Void = setfield[object.typeptr](v3, cast(@weak_reference.A.vtable, Ptr(object_vtable)))
#|     v5: Void = direct_call[weak_reference.A.__init__](v2, v1)
#|     v6: Ptr(object) = cast_pointer(v2)
#|     v7: Ptr(weakref) = weakref_create(v6)
#|     v8: Bool = ptr_nonzero(v7)
#|     if v8 then b2(v7, v1, v2) else b5()
#| b2(v9: Ptr(weakref), v10: Signed, v11: Ptr(A)):
#|     v12: Ptr(object) = weakref_deref(v9)
#|     v13: Ptr(A) = cast_pointer(v12)
#|     v14: Bool = ptr_iszero(v13)
#|     if v14 then return(-1) else b3(v10, v11, v13)
#| b3(v15: Signed, v16: Ptr(A), v17: Ptr(A)):
#|     v18: Signed = getfield[A.x](v17)
#|     v19: Signed = getfield[A.x](v16)
#|     v20: Signed = int_add(v18, v19)
#|     v21: Signed = int_sub(v20, v15)
#|     goto return(v21)
#| b5():
#|     v23: Void = abort[none_operand]()
#|     unreachable
