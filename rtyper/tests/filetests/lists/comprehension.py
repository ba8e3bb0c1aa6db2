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
#|     v2: Ptr(list) = malloc[list]()
#|     v3: Void = setfield[list.length](v2, 0)
#|     v4: Void = setfield[list.items](v2, @no%20items)
#|     v5: Bool = int_ge(v1, 0)
#|     if v5 then b2(v1, v2) else b3(v1, v2)
#| b2(v6: Signed, v7: Ptr(list)):
#|     goto b4(v6, v6, v7)
#| b3(v8: Signed, v9: Ptr(list)):
#|     goto b4(0, v8, v9)
#| b4(v10: Signed, v11: Signed, v12: Ptr(list)):
#|     v13: Ptr(range) = malloc[range]()
#|     v14: Void = setfield[range.start](v13, 0)
#|     v15: Void = setfield[range.stop](v13, v10)
#|     v16: Bool = ptr_nonzero(v13)
#|     if v16 then b5(v13, v11, v12) else b23()
#| b5(v17: Ptr(range), v18: Signed, v19: Ptr(list)):
#|     v20: Signed = getfield[range.start](v17)
#|     v21: Signed = getfield[range.stop](v17)
#|     v22: Ptr(range_iter) = malloc[range_iter]()
#|     v23: Void = setfield[range_iter.next](v22, v20)
#|     v24: Void = setfield[range_iter.stop](v22, v21)
#|     v25: Signed = getfield[range.start](v17)
#|     v26: Signed = getfield[range.stop](v17)
#|     v27: Signed = int_sub(v26, v25)
#|     v28: Bool = int_ge(v27, 0)
#|     if v28 then b6(v19, v27, v22, v18) else b21()
#| b6(v29: Ptr(list), v30: Signed, v31: Ptr(range_iter), v32: Signed):
#|     v33: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_maxlength](v29, v30)
#|     goto b7(v31, v29, v32)
#| b7(v34: Ptr(range_iter), v35: Ptr(list), v36: Signed):
#|     v37: Signed = getfield[range_iter.next](v34)
#|     v38: Signed = getfield[range_iter.stop](v34)
#|     v39: Bool = int_lt(v37, v38)
#|     if v39 then b8(v37, v34, v35, v36) else b12(v36, v35)
#| b8(v40: Signed, v41: Ptr(range_iter), v42: Ptr(list), v43: Signed):
#|     v44: Signed = int_add(v40, 1)
#|     v45: Void = setfield[range_iter.next](v41, v44)
#|     goto b9(v41, v42, v40, v43)
#| b9(v46: Ptr(range_iter), v47: Ptr(list), v48: Signed, v49: Signed):
#|     v50: Signed = int_mul(v48, 2)
#|     v51: Bool = ptr_nonzero(v47)
#|     if v51 then b10(v47, v50, v46, v49) else b11()
#| b10(v52: Ptr(list), v53: Signed, v54: Ptr(range_iter), v55: Signed):
#|     v56: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v52, v53)
#|     goto b7(v54, v52, v55)
#| b11():
#|     v57: Void = abort[none_dereference]()
#|     unreachable
#| b12(v58: Signed, v59: Ptr(list)):
#|     goto b13(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v59, v58)
#| b13(v60: Ptr(object_vtable), v61: Ptr(object), v62: Ptr(list), v63: Signed):
#|     goto b14(v62, v63)
#| b14(v64: Ptr(list), v65: Signed):
#|     v66: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_complete](v64)
#|     v67: Ptr(GcImmutableArray(Signed)) = cast_pointer(v66)
#|     goto b15(v67, v65)
#| b15(v68: Ptr(GcImmutableArray(Signed)), v69: Signed):
#|     v70: Signed = int_sub(v69, 1)
#|     v71: Bool = ptr_nonzero(v68)
#|     if v71 then b16(v68, v70) else b20()
#| b16(v72: Ptr(GcImmutableArray(Signed)), v73: Signed):
#|     v74: Signed = getarraysize[GcImmutableArray(Signed)](v72)
#|     v75: Signed = int_rshift(v73, 63)
#|     v76: Signed = int_and(v75, v74)
#|     v77: Signed = int_add(v73, v76)
#|     v78: Unsigned = cast_int_to_uint(v77)
#|     v79: Unsigned = cast_int_to_uint(v74)
#|     v80: Bool = uint_lt(v78, v79)
#|     if v80 then b17(v72, v77) else b19()
#| b17(v81: Ptr(GcImmutableArray(Signed)), v82: Signed):
#|     v83: Signed = getarrayitem[GcImmutableArray(Signed)](v81, v82)
#|     goto return(v83)
#| b19():
#|     v85: Void = abort[index_out_of_range]()
#|     unreachable
#| b20():
#|     v86: Void = abort[none_operand]()
#|     unreachable
#| b21():
#|     goto raise(cast(@OverflowError.vtable, Ptr(object_vtable)), cast(@OverflowError%20instance, Ptr(object)))
#| b23():
#|     v89: Void = abort[none_operand]()
#|     unreachable
