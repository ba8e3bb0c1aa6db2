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
#|     v2: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_no_items](@no%20items)
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
#|     if v17 then b5(v14, v12, v13) else b23()
#| b5(v18: Ptr(range), v19: Signed, v20: Ptr(list)):
#|     v21: Signed = getfield[range.start](v18)
#|     v22: Signed = getfield[range.stop](v18)
#|     v23: Ptr(range_iter) = malloc[range_iter]()
#|     v24: Void = setfield[range_iter.next](v23, v21)
#|     v25: Void = setfield[range_iter.stop](v23, v22)
#|     v26: Signed = getfield[range.start](v18)
#|     v27: Signed = getfield[range.stop](v18)
#|     v28: Signed = int_sub(v27, v26)
#|     v29: Bool = int_ge(v28, 0)
#|     if v29 then b6(v20, v28, v23, v19) else b21()
#| b6(v30: Ptr(list), v31: Signed, v32: Ptr(range_iter), v33: Signed):
#|     v34: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_maxlength](v30, v31)
#|     goto b7(v32, v30, v33)
#| b7(v35: Ptr(range_iter), v36: Ptr(list), v37: Signed):
#|     v38: Signed = getfield[range_iter.next](v35)
#|     v39: Signed = getfield[range_iter.stop](v35)
#|     v40: Bool = int_lt(v38, v39)
#|     if v40 then b8(v38, v35, v36, v37) else b12(v37, v36)
#| b8(v41: Signed, v42: Ptr(range_iter), v43: Ptr(list), v44: Signed):
#|     v45: Signed = int_add(v41, 1)
#|     v46: Void = setfield[range_iter.next](v42, v45)
#|     goto b9(v42, v43, v41, v44)
#| b9(v47: Ptr(range_iter), v48: Ptr(list), v49: Signed, v50: Signed):
#|     v51: Signed = int_mul(v49, 2)
#|     v52: Bool = ptr_nonzero(v48)
#|     if v52 then b10(v48, v51, v47, v50) else b11()
#| b10(v53: Ptr(list), v54: Signed, v55: Ptr(range_iter), v56: Signed):
#|     v57: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v53, v54)
#|     goto b7(v55, v53, v56)
#| b11():
#|     v58: Void = abort[none_dereference]()
#|     unreachable
#| b12(v59: Signed, v60: Ptr(list)):
#|     goto b13(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v60, v59)
#| b13(v61: Ptr(object_vtable), v62: Ptr(object), v63: Ptr(list), v64: Signed):
#|     goto b14(v63, v64)
#| b14(v65: Ptr(list), v66: Signed):
#|     v67: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_complete](v65)
#|     v68: Ptr(GcImmutableArray(Signed)) = cast_pointer(v67)
#|     goto b15(v68, v66)
#| b15(v69: Ptr(GcImmutableArray(Signed)), v70: Signed):
#|     v71: Signed = int_sub(v70, 1)
#|     v72: Bool = ptr_nonzero(v69)
#|     if v72 then b16(v69, v71) else b20()
#| b16(v73: Ptr(GcImmutableArray(Signed)), v74: Signed):
#|     v75: Signed = getarraysize[GcImmutableArray(Signed)](v73)
#|     v76: Signed = int_rshift(v74, 63)
#|     v77: Signed = int_and(v76, v75)
#|     v78: Signed = int_add(v74, v77)
#|     v79: Unsigned = cast_int_to_uint(v78)
#|     v80: Unsigned = cast_int_to_uint(v75)
#|     v81: Bool = uint_lt(v79, v80)
#|     if v81 then b17(v73, v78) else b19()
#| b17(v82: Ptr(GcImmutableArray(Signed)), v83: Signed):
#|     v84: Signed = getarrayitem[GcImmutableArray(Signed)](v82, v83)
#|     goto return(v84)
#| b19():
#|     v86: Void = abort[index_out_of_range]()
#|     unreachable
#| b20():
#|     v87: Void = abort[none_operand]()
#|     unreachable
#| b21():
#|     goto raise(cast(@OverflowError.vtable, Ptr(object_vtable)), cast(@OverflowError%20instance, Ptr(object)))
#| b23():
#|     v90: Void = abort[none_operand]()
#|     unreachable
