# reversed() counts down.
# entry: f(int)
# run: f(5) => 52
def f(n):
    s = 0
    for x in reversed([2, n]):
        s = s * 10 + x
    return s

#| graph reversed.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](2)
#|     v3: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcImmutableArray(Signed)](v2, 0, 2)
#|     v5: Void = setarrayitem[GcImmutableArray(Signed)](v2, 1, v1)
#|     v6: Ptr(list_iter) = malloc[list_iter]()
#|     v7: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v8: Void = setfield[list_iter.index](v6, v7)
#|     v9: Void = setfield[list_iter.list](v6, v2)
#|     goto b2(0, v6)
#| b2(v10: Signed, v11: Ptr(list_iter)):
#|     v12: Ptr(GcImmutableArray(Signed)) = getfield[list_iter.list](v11)
#|     v13: Signed = getfield[list_iter.index](v11)
#|     v14: Signed = getarraysize[GcImmutableArray(Signed)](v12)
#|     v15: Bool = int_gt(v13, 0)
#|     if v15 then b3(v13, v14, v10, v12, v11) else b7(v10)
#| b3(v16: Signed, v17: Signed, v18: Signed, v19: Ptr(GcImmutableArray(Signed)), v20: Ptr(list_iter)):
#|     v21: Signed = int_sub(v16, 1)
#|     v22: Bool = int_lt(v21, v17)
#|     if v22 then b4(v20, v21, v19, v18) else b6(v18)
#| b4(v23: Ptr(list_iter), v24: Signed, v25: Ptr(GcImmutableArray(Signed)), v26: Signed):
#|     v27: Void = setfield[list_iter.index](v23, v24)
#|     v28: Signed = getarraysize[GcImmutableArray(Signed)](v25)
#|     v29: Signed = getarrayitem[GcImmutableArray(Signed)](v25, v24)
#|     goto b5(v23, v29, v26)
#| b5(v30: Ptr(list_iter), v31: Signed, v32: Signed):
#|     v33: Signed = int_mul(v32, 10)
#|     v34: Signed = int_add(v33, v31)
#|     goto b2(v34, v30)
#| b6(v35: Signed):
#|     goto b8(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v35)
#| b7(v36: Signed):
#|     goto b8(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v36)
#| b8(v37: Ptr(object_vtable), v38: Ptr(object), v39: Signed):
#|     goto return(v39)
