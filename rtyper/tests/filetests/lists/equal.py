# Equality of lists compares lengths, then items.
# entry: f(int)
# run: f(1) => True
# run: f(2) => False
def f(n):
    return [n, 2] == [1, 2]

#| graph equal.f(v0: Signed) -> Bool
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](2)
#|     v3: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcImmutableArray(Signed)](v2, 0, v1)
#|     v5: Void = setarrayitem[GcImmutableArray(Signed)](v2, 1, 2)
#|     v6: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](2)
#|     v7: Signed = getarraysize[GcImmutableArray(Signed)](v6)
#|     v8: Void = setarrayitem[GcImmutableArray(Signed)](v6, 0, 1)
#|     v9: Void = setarrayitem[GcImmutableArray(Signed)](v6, 1, 2)
#|     v10: Bool = ptr_iszero(v2)
#|     v11: Bool = ptr_iszero(v6)
#|     if v10 then b2(v11) else b3(v11, v6, v2)
#| b2(v12: Bool):
#|     goto b7(v12)
#| b3(v13: Bool, v14: Ptr(GcImmutableArray(Signed)), v15: Ptr(GcImmutableArray(Signed))):
#|     v16: Bool = bool_not(v13)
#|     if v16 then b4(v15, v14) else b5()
#| b4(v17: Ptr(GcImmutableArray(Signed)), v18: Ptr(GcImmutableArray(Signed))):
#|     v19: Signed = getarraysize[GcImmutableArray(Signed)](v17)
#|     v20: Ptr(GcArray(Signed)) = cast_pointer(v17)
#|     v21: Signed = getarraysize[GcImmutableArray(Signed)](v18)
#|     v22: Ptr(GcArray(Signed)) = cast_pointer(v18)
#|     v23: Bool = direct_call[rpython.rtyper.lltypesystem.rlist.ll_items_eq](v20, v19, v22, v21)
#|     goto b6(v23)
#| b5():
#|     goto b6(false)
#| b6(v24: Bool):
#|     goto b7(v24)
#| b7(v25: Bool):
#|     goto return(v25)
