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
#|     v5: Bool = ptr_nonzero(v2)
#|     if v5 then b2(v2) else b16()
#| b2(v6: Ptr(GcArray(Signed))):
#|     v7: Signed = getarraysize[GcArray(Signed)](v6)
#|     v8: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_copy_items](v6, 0, v7)
#|     v9: Ptr(GcImmutableArray(Signed)) = cast_pointer(v8)
#|     v10: Bool = ptr_nonzero(v6)
#|     if v10 then b3(v6, v9) else b15()
#| b3(v11: Ptr(GcArray(Signed)), v12: Ptr(GcImmutableArray(Signed))):
#|     v13: Signed = getarraysize[GcArray(Signed)](v11)
#|     v14: Unsigned = cast_int_to_uint(v13)
#|     v15: Bool = uint_lt(0u, v14)
#|     if v15 then b4(v11, v12) else b14()
#| b4(v16: Ptr(GcArray(Signed)), v17: Ptr(GcImmutableArray(Signed))):
#|     v18: Void = setarrayitem[GcArray(Signed)](v16, 0, 1)
#|     v19: Bool = ptr_nonzero(v17)
#|     if v19 then b5(v17, v16) else b13()
#| b5(v20: Ptr(GcImmutableArray(Signed)), v21: Ptr(GcArray(Signed))):
#|     v22: Signed = getarraysize[GcImmutableArray(Signed)](v20)
#|     v23: Unsigned = cast_int_to_uint(v22)
#|     v24: Bool = uint_lt(0u, v23)
#|     if v24 then b6(v20, v21) else b12()
#| b6(v25: Ptr(GcImmutableArray(Signed)), v26: Ptr(GcArray(Signed))):
#|     v27: Signed = getarrayitem[GcImmutableArray(Signed)](v25, 0)
#|     v28: Bool = ptr_nonzero(v26)
#|     if v28 then b7(v26, v27) else b11()
#| b7(v29: Ptr(GcArray(Signed)), v30: Signed):
#|     v31: Signed = getarraysize[GcArray(Signed)](v29)
#|     v32: Unsigned = cast_int_to_uint(v31)
#|     v33: Bool = uint_lt(0u, v32)
#|     if v33 then b8(v29, v30) else b10()
#| b8(v34: Ptr(GcArray(Signed)), v35: Signed):
#|     v36: Signed = getarrayitem[GcArray(Signed)](v34, 0)
#|     v37: Signed = int_add(v35, v36)
#|     goto return(v37)
#| b10():
#|     v39: Void = abort[index_out_of_range]()
#|     unreachable
#| b11():
#|     v40: Void = abort[none_operand]()
#|     unreachable
#| b12():
#|     v41: Void = abort[index_out_of_range]()
#|     unreachable
#| b13():
#|     v42: Void = abort[none_operand]()
#|     unreachable
#| b14():
#|     v43: Void = abort[index_out_of_range]()
#|     unreachable
#| b15():
#|     v44: Void = abort[none_operand]()
#|     unreachable
#| b16():
#|     v45: Void = abort[none_operand]()
#|     unreachable
