# isinstance: of a leaf class one comparison of pointers, of an inner class a range of numbers. None is an instance of
# no class.
# entry: f(int)
# run: f(0) => 1
# run: f(1) => 2
# run: f(2) => 0
# show: f
class A(object): pass
class B(A): pass
class C(B): pass
class D(A): pass

def make(n):
    if n == 0: return C()
    if n == 1: return D()
    if n == 2: return None
    return B()

def f(n):
    a = make(n)
    if isinstance(a, B):
        return 1
    if isinstance(a, D):
        return 2
    return 0

#| graph isinstance.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(A) = direct_call[isinstance.make](v1)
#|     v3: Bool = ptr_iszero(v2)
#|     v4: Bool = bool_not(v3)
#|     if v4 then b2(v2) else b3(v2)
#| b2(v5: Ptr(A)):
#|     v6: Ptr(object) = cast_pointer(v5)
#|     v7: Ptr(object_vtable) = getfield[object.typeptr](v6)
#|     v8: Signed = getfield[object_vtable.subclassrange_min](v7)
#|     v9: Bool = int_between(2, v8, 4)
#|     goto b4(v9, v5)
#| b3(v10: Ptr(A)):
#|     goto b4(false, v10)
#| b4(v11: Bool, v12: Ptr(A)):
#|     if v11 then return(1) else b5(v12)
#| b5(v13: Ptr(A)):
#|     v14: Bool = ptr_iszero(v13)
#|     v15: Bool = bool_not(v14)
#|     if v15 then b6(v13) else b7()
#| b6(v16: Ptr(A)):
#|     v17: Ptr(object) = cast_pointer(v16)
#|     v18: Ptr(object_vtable) = getfield[object.typeptr](v17)
#|     v19: Bool = ptr_eq(v18, cast(@isinstance.D.vtable, Ptr(object_vtable)))
#|     goto b8(v19)
#| b7():
#|     goto b8(false)
#| b8(v20: Bool):
#|     if v20 then return(2) else return(0)
