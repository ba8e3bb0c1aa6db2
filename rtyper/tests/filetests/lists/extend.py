# extend, insert, reverse and sum are helpers for the type of list.
# entry: f(int)
# run: f(7) => 712
def f(n):
    l = [n]
    l.extend([1, 2])
    l.reverse()
    l.insert(1, 0)
    return l[3] * 100 + l[2] * 10 + l[0]

#| graph extend.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](1)
#|     v3: Ptr(list) = malloc[list]()
#|     v4: Void = setfield[list.length](v3, 1)
#|     v5: Void = setfield[list.items](v3, v2)
#|     v6: Ptr(GcArray(Signed)) = getfield[list.items](v3)
#|     v7: Signed = getfield[list.length](v3)
#|     v8: Void = setarrayitem[GcArray(Signed)](v6, 0, v1)
#|     v9: Bool = ptr_nonzero(v3)
#|     if v9 then b2(v3) else b22()
#| b2(v10: Ptr(list)):
#|     v11: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](2)
#|     v12: Signed = getarraysize[GcImmutableArray(Signed)](v11)
#|     v13: Void = setarrayitem[GcImmutableArray(Signed)](v11, 0, 1)
#|     v14: Void = setarrayitem[GcImmutableArray(Signed)](v11, 1, 2)
#|     v15: Bool = ptr_nonzero(v11)
#|     if v15 then b3(v11, v10) else b21()
#| b3(v16: Ptr(GcImmutableArray(Signed)), v17: Ptr(list)):
#|     v18: Signed = getarraysize[GcImmutableArray(Signed)](v16)
#|     v19: Ptr(GcArray(Signed)) = cast_pointer(v16)
#|     v20: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_extend](v17, v19, v18)
#|     v21: Bool = ptr_nonzero(v17)
#|     if v21 then b4(v17) else b20()
#| b4(v22: Ptr(list)):
#|     v23: Ptr(GcArray(Signed)) = getfield[list.items](v22)
#|     v24: Signed = getfield[list.length](v22)
#|     v25: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_reverse](v23, v24)
#|     v26: Bool = ptr_nonzero(v22)
#|     if v26 then b5(v22) else b19()
#| b5(v27: Ptr(list)):
#|     v28: Signed = getfield[list.length](v27)
#|     v29: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_limit](1, v28)
#|     v30: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_insert](v27, v29, 0)
#|     v31: Bool = ptr_nonzero(v27)
#|     if v31 then b6(v27) else b18()
#| b6(v32: Ptr(list)):
#|     v33: Ptr(GcArray(Signed)) = getfield[list.items](v32)
#|     v34: Signed = getfield[list.length](v32)
#|     v35: Unsigned = cast_int_to_uint(v34)
#|     v36: Bool = uint_lt(3u, v35)
#|     if v36 then b7(v33, v32) else b17()
#| b7(v37: Ptr(GcArray(Signed)), v38: Ptr(list)):
#|     v39: Signed = getarrayitem[GcArray(Signed)](v37, 3)
#|     v40: Signed = int_mul(v39, 100)
#|     v41: Bool = ptr_nonzero(v38)
#|     if v41 then b8(v38, v40) else b16()
#| b8(v42: Ptr(list), v43: Signed):
#|     v44: Ptr(GcArray(Signed)) = getfield[list.items](v42)
#|     v45: Signed = getfield[list.length](v42)
#|     v46: Unsigned = cast_int_to_uint(v45)
#|     v47: Bool = uint_lt(2u, v46)
#|     if v47 then b9(v44, v43, v42) else b15()
#| b9(v48: Ptr(GcArray(Signed)), v49: Signed, v50: Ptr(list)):
#|     v51: Signed = getarrayitem[GcArray(Signed)](v48, 2)
#|     v52: Signed = int_mul(v51, 10)
#|     v53: Signed = int_add(v49, v52)
#|     v54: Bool = ptr_nonzero(v50)
#|     if v54 then b10(v50, v53) else b14()
#| b10(v55: Ptr(list), v56: Signed):
#|     v57: Ptr(GcArray(Signed)) = getfield[list.items](v55)
#|     v58: Signed = getfield[list.length](v55)
#|     v59: Unsigned = cast_int_to_uint(v58)
#|     v60: Bool = uint_lt(0u, v59)
#|     if v60 then b11(v57, v56) else b13()
#| b11(v61: Ptr(GcArray(Signed)), v62: Signed):
#|     v63: Signed = getarrayitem[GcArray(Signed)](v61, 0)
#|     v64: Signed = int_add(v62, v63)
#|     goto return(v64)
#| b13():
#|     v66: Void = abort[index_out_of_range]()
#|     unreachable
#| b14():
#|     v67: Void = abort[none_operand]()
#|     unreachable
#| b15():
#|     v68: Void = abort[index_out_of_range]()
#|     unreachable
#| b16():
#|     v69: Void = abort[none_operand]()
#|     unreachable
#| b17():
#|     v70: Void = abort[index_out_of_range]()
#|     unreachable
#| b18():
#|     v71: Void = abort[none_operand]()
#|     unreachable
#| b19():
#|     v72: Void = abort[none_dereference]()
#|     unreachable
#| b20():
#|     v73: Void = abort[none_dereference]()
#|     unreachable
#| b21():
#|     v74: Void = abort[none_operand]()
#|     unreachable
#| b22():
#|     v75: Void = abort[none_dereference]()
#|     unreachable
