# A comprehension appends to a list that grows. Where its loop ends, the items are copied to the list of fixed length
# that is used.
# entry: f(int)
# run: f(4) => 6
def f(n):
    l = [i * 2 for i in range(n)]
    return l[n - 1]

#| graph comprehension.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](0)
#|     v3: Ptr(list) = malloc[list]()
#|     v4: Void = setfield[list.length](v3, 0)
#|     v5: Void = setfield[list.items](v3, v2)
#|     v6: Bool = int_ge(v1, 0)
#|     if v6 then b2(v1, v3) else b3(v1, v3)
#| b2(v7: Signed, v8: Ptr(list)):
#|     goto b4(v7, v7, v8)
#| b3(v9: Signed, v10: Ptr(list)):
#|     goto b4(0, v9, v10)
#| b4(v11: Signed, v12: Signed, v13: Ptr(list)):
#|     v14: Ptr(range) = malloc[range]()
#|     v15: Void = setfield[range.start](v14, 0)
#|     v16: Void = setfield[range.stop](v14, v11)
#|     v17: Bool = ptr_nonzero(v14)
#|     if v17 then b5(v14, v13, v12) else b20()
#| b5(v18: Ptr(range), v19: Ptr(list), v20: Signed):
#|     v21: Signed = getfield[range.start](v18)
#|     v22: Signed = getfield[range.stop](v18)
#|     v23: Ptr(range_iter) = malloc[range_iter]()
#|     v24: Void = setfield[range_iter.next](v23, v21)
#|     v25: Void = setfield[range_iter.stop](v23, v22)
#|     goto b6(v23, v19, v20)
#| b6(v26: Ptr(range_iter), v27: Ptr(list), v28: Signed):
#|     v29: Signed = getfield[range_iter.next](v26)
#|     v30: Signed = getfield[range_iter.stop](v26)
#|     v31: Bool = int_lt(v29, v30)
#|     if v31 then b7(v29, v26, v27, v28) else b11(v28, v27)
#| b7(v32: Signed, v33: Ptr(range_iter), v34: Ptr(list), v35: Signed):
#|     v36: Signed = int_add(v32, 1)
#|     v37: Void = setfield[range_iter.next](v33, v36)
#|     goto b8(v33, v34, v32, v35)
#| b8(v38: Ptr(range_iter), v39: Ptr(list), v40: Signed, v41: Signed):
#|     v42: Signed = int_mul(v40, 2)
#|     v43: Bool = ptr_nonzero(v39)
#|     if v43 then b9(v39, v42, v38, v41) else b10()
#| b9(v44: Ptr(list), v45: Signed, v46: Ptr(range_iter), v47: Signed):
#|     v48: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v44, v45)
#|     goto b6(v46, v44, v47)
#| b10():
#|     v49: Void = abort[none_dereference]()
#|     unreachable
#| b11(v50: Signed, v51: Ptr(list)):
#|     goto b12(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v51, v50)
#| b12(v52: Ptr(object_vtable), v53: Ptr(object), v54: Ptr(list), v55: Signed):
#|     goto b13(v54, v55)
#| b13(v56: Ptr(list), v57: Signed):
#|     v58: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_complete](v56)
#|     v59: Ptr(GcImmutableArray(Signed)) = cast_pointer(v58)
#|     goto b14(v59, v57)
#| b14(v60: Ptr(GcImmutableArray(Signed)), v61: Signed):
#|     v62: Signed = int_sub(v61, 1)
#|     v63: Bool = ptr_nonzero(v60)
#|     if v63 then b15(v60, v62) else b19()
#| b15(v64: Ptr(GcImmutableArray(Signed)), v65: Signed):
#|     v66: Signed = getarraysize[GcImmutableArray(Signed)](v64)
#|     v67: Signed = int_rshift(v65, 63)
#|     v68: Signed = int_and(v67, v66)
#|     v69: Signed = int_add(v65, v68)
#|     v70: Unsigned = cast_int_to_uint(v69)
#|     v71: Unsigned = cast_int_to_uint(v66)
#|     v72: Bool = uint_lt(v70, v71)
#|     if v72 then b16(v64, v69) else b18()
#| b16(v73: Ptr(GcImmutableArray(Signed)), v74: Signed):
#|     v75: Signed = getarrayitem[GcImmutableArray(Signed)](v73, v74)
#|     goto return(v75)
#| b18():
#|     v77: Void = abort[index_out_of_range]()
#|     unreachable
#| b19():
#|     v78: Void = abort[none_operand]()
#|     unreachable
#| b20():
#|     v79: Void = abort[none_operand]()
#|     unreachable
