# list() copies once.
# entry: f(int)
# run: f(4) => 5
def f(n):
    l = [n]
    m = list(l)
    l[0] = 1
    return m[0] + l[0]

#| graph copy.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](1)
#|     v3: Signed = getarraysize[GcArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcArray(Signed)](v2, 0, v1)
#|     v5: Signed = getarraysize[GcArray(Signed)](v2)
#|     v6: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_copy_items](v2, 0, v5)
#|     v7: Ptr(GcImmutableArray(Signed)) = cast_pointer(v6)
#|     v8: Bool = ptr_nonzero(v2)
#|     if v8 then b2(v2, v7) else b14()
#| b2(v9: Ptr(GcArray(Signed)), v10: Ptr(GcImmutableArray(Signed))):
#|     v11: Signed = getarraysize[GcArray(Signed)](v9)
#|     v12: Unsigned = cast_int_to_uint(v11)
#|     v13: Bool = uint_lt(0u, v12)
#|     if v13 then b3(v9, v10) else b13()
#| b3(v14: Ptr(GcArray(Signed)), v15: Ptr(GcImmutableArray(Signed))):
#|     v16: Void = setarrayitem[GcArray(Signed)](v14, 0, 1)
#|     v17: Bool = ptr_nonzero(v15)
#|     if v17 then b4(v15, v14) else b12()
#| b4(v18: Ptr(GcImmutableArray(Signed)), v19: Ptr(GcArray(Signed))):
#|     v20: Signed = getarraysize[GcImmutableArray(Signed)](v18)
#|     v21: Unsigned = cast_int_to_uint(v20)
#|     v22: Bool = uint_lt(0u, v21)
#|     if v22 then b5(v18, v19) else b11()
#| b5(v23: Ptr(GcImmutableArray(Signed)), v24: Ptr(GcArray(Signed))):
#|     v25: Signed = getarrayitem[GcImmutableArray(Signed)](v23, 0)
#|     v26: Bool = ptr_nonzero(v24)
#|     if v26 then b6(v24, v25) else b10()
#| b6(v27: Ptr(GcArray(Signed)), v28: Signed):
#|     v29: Signed = getarraysize[GcArray(Signed)](v27)
#|     v30: Unsigned = cast_int_to_uint(v29)
#|     v31: Bool = uint_lt(0u, v30)
#|     if v31 then b7(v27, v28) else b9()
#| b7(v32: Ptr(GcArray(Signed)), v33: Signed):
#|     v34: Signed = getarrayitem[GcArray(Signed)](v32, 0)
#|     v35: Signed = int_add(v33, v34)
#|     goto return(v35)
#| b9():
#|     v37: Void = abort[index_out_of_range]()
#|     unreachable
#| b10():
#|     v38: Void = abort[none_operand]()
#|     unreachable
#| b11():
#|     v39: Void = abort[index_out_of_range]()
#|     unreachable
#| b12():
#|     v40: Void = abort[none_operand]()
#|     unreachable
#| b13():
#|     v41: Void = abort[index_out_of_range]()
#|     unreachable
#| b14():
#|     v42: Void = abort[none_operand]()
#|     unreachable
