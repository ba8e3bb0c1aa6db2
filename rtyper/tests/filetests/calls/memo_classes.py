# A memo function of many classes: its result is read from an array, by the number of the class.
# entry: f(int)
# run: f(0) => 11
# run: f(2) => 13
# run: f(4) => 24
# show: f
class A(object):
    n = 1
class B(A):
    n = 2
class C(B):
    n = 3
class D(A):
    n = 4
class E(object):
    n = 14

def weight(cls):
    return cls.n + 10
weight._annspecialcase_ = 'specialize:memo'

def f(i):
    cls = [A, B, C, D, E][i]
    return weight(cls)

#| graph memo_classes.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Ptr(object_vtable))) = mallocvar[GcImmutableArray(Ptr(object_vtable))](5)
#|     v3: Signed = getarraysize[GcImmutableArray(Ptr(object_vtable))](v2)
#|     v4: Void = setarrayitem[GcImmutableArray(Ptr(object_vtable))](v2, 0, cast(@memo_classes.A.vtable, Ptr(object_vtable)))
#|     v5: Void = setarrayitem[GcImmutableArray(Ptr(object_vtable))](v2, 1, cast(@memo_classes.B.vtable, Ptr(object_vtable)))
#|     v6: Void = setarrayitem[GcImmutableArray(Ptr(object_vtable))](v2, 2, cast(@memo_classes.C.vtable, Ptr(object_vtable)))
#|     v7: Void = setarrayitem[GcImmutableArray(Ptr(object_vtable))](v2, 3, cast(@memo_classes.D.vtable, Ptr(object_vtable)))
#|     v8: Void = setarrayitem[GcImmutableArray(Ptr(object_vtable))](v2, 4, cast(@memo_classes.E.vtable, Ptr(object_vtable)))
#|     v9: Bool = ptr_nonzero(v2)
#|     if v9 then b2(v2, v1) else b6()
#| b2(v10: Ptr(GcImmutableArray(Ptr(object_vtable))), v11: Signed):
#|     v12: Signed = getarraysize[GcImmutableArray(Ptr(object_vtable))](v10)
#|     v13: Signed = int_rshift(v11, 63)
#|     v14: Signed = int_and(v13, v12)
#|     v15: Signed = int_add(v11, v14)
#|     v16: Unsigned = cast_int_to_uint(v15)
#|     v17: Unsigned = cast_int_to_uint(v12)
#|     v18: Bool = uint_lt(v16, v17)
#|     if v18 then b3(v10, v15) else b5()
#| b3(v19: Ptr(GcImmutableArray(Ptr(object_vtable))), v20: Signed):
#|     v21: Ptr(object_vtable) = getarrayitem[GcImmutableArray(Ptr(object_vtable))](v19, v20)
#|     v22: Signed = getfield[object_vtable.subclassrange_min](v21)
#|     v23: Signed = int_sub(v22, 25)
#|     v24: Signed = getarrayitem[GcImmutableArray(Signed)](@results, v23)
#|     goto return(v24)
#| b5():
#|     v26: Void = abort[index_out_of_range]()
#|     unreachable
#| b6():
#|     v27: Void = abort[none_operand]()
#|     unreachable
