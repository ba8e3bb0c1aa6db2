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
#|     goto b11(v12)
#| b3(v13: Bool, v14: Ptr(GcImmutableArray(Signed)), v15: Ptr(GcImmutableArray(Signed))):
#|     v16: Bool = bool_not(v13)
#|     if v16 then b4(v15, v14) else b9()
#| b4(v17: Ptr(GcImmutableArray(Signed)), v18: Ptr(GcImmutableArray(Signed))):
#|     v19: Bool = ptr_nonzero(v17)
#|     if v19 then b5(v17, v18) else b8()
#| b5(v20: Ptr(GcImmutableArray(Signed)), v21: Ptr(GcImmutableArray(Signed))):
#|     v22: Signed = getarraysize[GcImmutableArray(Signed)](v20)
#|     v23: Ptr(GcArray(Signed)) = cast_pointer(v20)
#|     v24: Bool = ptr_nonzero(v21)
#|     if v24 then b6(v21, v23, v22) else b7()
#| b6(v25: Ptr(GcImmutableArray(Signed)), v26: Ptr(GcArray(Signed)), v27: Signed):
#|     v28: Signed = getarraysize[GcImmutableArray(Signed)](v25)
#|     v29: Ptr(GcArray(Signed)) = cast_pointer(v25)
#|     v30: Bool = direct_call[rpython.rtyper.lltypesystem.rlist.ll_items_eq](v26, v27, v29, v28)
#|     goto b10(v30)
#| b7():
#|     v31: Void = abort[none_operand]()
#|     unreachable
#| b8():
#|     v32: Void = abort[none_operand]()
#|     unreachable
#| b9():
#|     goto b10(false)
#| b10(v33: Bool):
#|     goto b11(v33)
#| b11(v34: Bool):
#|     goto return(v34)
