# Slices of a list are new lists; assignment and deletion of slices change it.
# entry: f(int)
# run: f(7) => 10
def f(n):
    l = [1, 2, 3, n]
    del l[1:2]
    m = l[1:]
    return m[0] + m[1] + len(l[:-1]) * 0

#| graph slice.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](4)
#|     v3: Ptr(list) = malloc[list]()
#|     v4: Void = setfield[list.length](v3, 4)
#|     v5: Void = setfield[list.items](v3, v2)
#|     v6: Ptr(GcArray(Signed)) = getfield[list.items](v3)
#|     v7: Signed = getfield[list.length](v3)
#|     v8: Void = setarrayitem[GcArray(Signed)](v6, 0, 1)
#|     v9: Void = setarrayitem[GcArray(Signed)](v6, 1, 2)
#|     v10: Void = setarrayitem[GcArray(Signed)](v6, 2, 3)
#|     v11: Void = setarrayitem[GcArray(Signed)](v6, 3, v1)
#|     v12: Bool = ptr_nonzero(v3)
#|     if v12 then b2(v3) else b21()
#| b2(v13: Ptr(list)):
#|     v14: Signed = getfield[list.length](v13)
#|     v15: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_limit](1, v14)
#|     v16: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_limit](2, v14)
#|     v17: Bool = int_le(v15, v16)
#|     if v17 then b3(v16, v15, v13) else b4(v15, v13)
#| b3(v18: Signed, v19: Signed, v20: Ptr(list)):
#|     goto b5(v18, v20, v19)
#| b4(v21: Signed, v22: Ptr(list)):
#|     goto b5(v21, v22, v21)
#| b5(v23: Signed, v24: Ptr(list), v25: Signed):
#|     v26: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_delslice](v24, v25, v23)
#|     v27: Bool = ptr_nonzero(v24)
#|     if v27 then b6(v24) else b20()
#| b6(v28: Ptr(list)):
#|     v29: Ptr(GcArray(Signed)) = getfield[list.items](v28)
#|     v30: Signed = getfield[list.length](v28)
#|     v31: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_limit](1, v30)
#|     v32: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_copy_items](v29, v31, v30)
#|     v33: Signed = int_sub(v30, v31)
#|     v34: Ptr(GcImmutableArray(Signed)) = cast_pointer(v32)
#|     v35: Bool = ptr_nonzero(v34)
#|     if v35 then b7(v34, v28) else b19()
#| b7(v36: Ptr(GcImmutableArray(Signed)), v37: Ptr(list)):
#|     v38: Signed = getarraysize[GcImmutableArray(Signed)](v36)
#|     v39: Unsigned = cast_int_to_uint(v38)
#|     v40: Bool = uint_lt(0u, v39)
#|     if v40 then b8(v36, v37) else b18()
#| b8(v41: Ptr(GcImmutableArray(Signed)), v42: Ptr(list)):
#|     v43: Signed = getarrayitem[GcImmutableArray(Signed)](v41, 0)
#|     v44: Bool = ptr_nonzero(v41)
#|     if v44 then b9(v41, v42, v43) else b17()
#| b9(v45: Ptr(GcImmutableArray(Signed)), v46: Ptr(list), v47: Signed):
#|     v48: Signed = getarraysize[GcImmutableArray(Signed)](v45)
#|     v49: Unsigned = cast_int_to_uint(v48)
#|     v50: Bool = uint_lt(1u, v49)
#|     if v50 then b10(v45, v47, v46) else b16()
#| b10(v51: Ptr(GcImmutableArray(Signed)), v52: Signed, v53: Ptr(list)):
#|     v54: Signed = getarrayitem[GcImmutableArray(Signed)](v51, 1)
#|     v55: Signed = int_add(v52, v54)
#|     v56: Bool = ptr_nonzero(v53)
#|     if v56 then b11(v53, v55) else b15()
#| b11(v57: Ptr(list), v58: Signed):
#|     v59: Ptr(GcArray(Signed)) = getfield[list.items](v57)
#|     v60: Signed = getfield[list.length](v57)
#|     v61: Signed = int_sub(v60, 1)
#|     v62: Signed = int_force_ge_zero(v61)
#|     v63: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_copy_items](v59, 0, v62)
#|     v64: Signed = int_sub(v62, 0)
#|     v65: Ptr(GcImmutableArray(Signed)) = cast_pointer(v63)
#|     v66: Bool = ptr_nonzero(v65)
#|     if v66 then b12(v65, v58) else b14()
#| b12(v67: Ptr(GcImmutableArray(Signed)), v68: Signed):
#|     v69: Signed = getarraysize[GcImmutableArray(Signed)](v67)
#|     v70: Signed = int_mul(v69, 0)
#|     v71: Signed = int_add(v68, v70)
#|     goto return(v71)
#| b14():
#|     v73: Void = abort[none_operand]()
#|     unreachable
#| b15():
#|     v74: Void = abort[none_operand]()
#|     unreachable
#| b16():
#|     v75: Void = abort[index_out_of_range]()
#|     unreachable
#| b17():
#|     v76: Void = abort[none_operand]()
#|     unreachable
#| b18():
#|     v77: Void = abort[index_out_of_range]()
#|     unreachable
#| b19():
#|     v78: Void = abort[none_operand]()
#|     unreachable
#| b20():
#|     v79: Void = abort[none_operand]()
#|     unreachable
#| b21():
#|     v80: Void = abort[none_operand]()
#|     unreachable
