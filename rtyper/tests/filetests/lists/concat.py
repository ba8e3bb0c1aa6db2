# The sum of two lists copies each once; that the sum is never written shows in its type only.
# entry: f(int)
# run: f(4) => 4
def f(n):
    l = [n, 1] + [2]
    return l[0]

#| graph concat.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](2)
#|     v3: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcImmutableArray(Signed)](v2, 0, v1)
#|     v5: Void = setarrayitem[GcImmutableArray(Signed)](v2, 1, 1)
#|     v6: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](1)
#|     v7: Signed = getarraysize[GcImmutableArray(Signed)](v6)
#|     v8: Void = setarrayitem[GcImmutableArray(Signed)](v6, 0, 2)
#|     v9: Bool = ptr_nonzero(v2)
#|     if v9 then b2(v6, v2) else b10()
#| b2(v10: Ptr(GcImmutableArray(Signed)), v11: Ptr(GcImmutableArray(Signed))):
#|     v12: Bool = ptr_nonzero(v10)
#|     if v12 then b3(v11, v10) else b9()
#| b3(v13: Ptr(GcImmutableArray(Signed)), v14: Ptr(GcImmutableArray(Signed))):
#|     v15: Signed = getarraysize[GcImmutableArray(Signed)](v13)
#|     v16: Ptr(GcArray(Signed)) = cast_pointer(v13)
#|     v17: Signed = getarraysize[GcImmutableArray(Signed)](v14)
#|     v18: Ptr(GcArray(Signed)) = cast_pointer(v14)
#|     v19: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_concat_items](v16, v15, v18, v17)
#|     v20: Ptr(GcImmutableArray(Signed)) = cast_pointer(v19)
#|     v21: Bool = ptr_nonzero(v20)
#|     if v21 then b4(v20) else b8()
#| b4(v22: Ptr(GcImmutableArray(Signed))):
#|     v23: Signed = getarraysize[GcImmutableArray(Signed)](v22)
#|     v24: Unsigned = cast_int_to_uint(v23)
#|     v25: Bool = uint_lt(0u, v24)
#|     if v25 then b5(v22) else b7()
#| b5(v26: Ptr(GcImmutableArray(Signed))):
#|     v27: Signed = getarrayitem[GcImmutableArray(Signed)](v26, 0)
#|     goto return(v27)
#| b7():
#|     v29: Void = abort[index_out_of_range]()
#|     unreachable
#| b8():
#|     v30: Void = abort[none_operand]()
#|     unreachable
#| b9():
#|     v31: Void = abort[none_operand]()
#|     unreachable
#| b10():
#|     v32: Void = abort[none_operand]()
#|     unreachable
