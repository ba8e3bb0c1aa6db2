# pop() tests for an empty list, here with a handler. The list that the loop filled goes on as it is: nothing is
# copied at the loop's end.
# entry: f(int)
# run: f(1) => 1
# run: f(0) => -1
def f(n):
    l = []
    for i in range(n):
        l.append(i + 1)
    try:
        return l.pop()
    except IndexError:
        return -1

#| graph pop.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcArray(Signed)) = direct_call[rpython.rtyper.lltypesystem.rlist.ll_no_items](@no%20items)
#|     v3: Ptr(list) = malloc[list]()
#|     v4: Void = setfield[list.length](v3, 0)
#|     v5: Void = setfield[list.items](v3, v2)
#|     v6: Bool = int_ge(v1, 0)
#|     if v6 then b2(v1, v3) else b3(v3)
#| b2(v7: Signed, v8: Ptr(list)):
#|     goto b4(v7, v8)
#| b3(v9: Ptr(list)):
#|     goto b4(0, v9)
#| b4(v10: Signed, v11: Ptr(list)):
#|     v12: Ptr(range) = malloc[range]()
#|     v13: Void = setfield[range.start](v12, 0)
#|     v14: Void = setfield[range.stop](v12, v10)
#|     v15: Bool = ptr_nonzero(v12)
#|     if v15 then b5(v12, v11) else b26()
#| b5(v16: Ptr(range), v17: Ptr(list)):
#|     v18: Signed = getfield[range.start](v16)
#|     v19: Signed = getfield[range.stop](v16)
#|     v20: Ptr(range_iter) = malloc[range_iter]()
#|     v21: Void = setfield[range_iter.next](v20, v18)
#|     v22: Void = setfield[range_iter.stop](v20, v19)
#|     v23: Signed = getfield[range.start](v16)
#|     v24: Signed = getfield[range.stop](v16)
#|     v25: Signed = int_sub(v24, v23)
#|     v26: Bool = int_ge(v25, 0)
#|     if v26 then b6(v17, v25, v20) else b24()
#| b6(v27: Ptr(list), v28: Signed, v29: Ptr(range_iter)):
#|     v30: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_maxlength](v27, v28)
#|     goto b7(v29, v27)
#| b7(v31: Ptr(range_iter), v32: Ptr(list)):
#|     v33: Signed = getfield[range_iter.next](v31)
#|     v34: Signed = getfield[range_iter.stop](v31)
#|     v35: Bool = int_lt(v33, v34)
#|     if v35 then b8(v33, v31, v32) else b12(v32)
#| b8(v36: Signed, v37: Ptr(range_iter), v38: Ptr(list)):
#|     v39: Signed = int_add(v36, 1)
#|     v40: Void = setfield[range_iter.next](v37, v39)
#|     goto b9(v37, v36, v38)
#| b9(v41: Ptr(range_iter), v42: Signed, v43: Ptr(list)):
#|     v44: Bool = ptr_nonzero(v43)
#|     if v44 then b10(v42, v43, v41) else b11()
#| b10(v45: Signed, v46: Ptr(list), v47: Ptr(range_iter)):
#|     v48: Signed = int_add(v45, 1)
#|     v49: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v46, v48)
#|     goto b7(v47, v46)
#| b11():
#|     v50: Void = abort[none_dereference]()
#|     unreachable
#| b12(v51: Ptr(list)):
#|     goto b13(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v51)
#| b13(v52: Ptr(object_vtable), v53: Ptr(object), v54: Ptr(list)):
#|     goto b14(v54)
#| b14(v55: Ptr(list)):
#|     goto b15(v55)
#| b15(v56: Ptr(list)):
#|     v57: Bool = ptr_nonzero(v56)
#|     if v57 then b16(v56) else b23()
#| b16(v58: Ptr(list)):
#|     goto b17(v58)
#| b17(v59: Ptr(list)):
#|     v60: Signed = getfield[list.length](v59)
#|     v61: Bool = int_gt(v60, 0)
#|     if v61 then b18(v59) else b20()
#| b18(v62: Ptr(list)):
#|     v63: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_pop_last](v62)
#|     try { normal => b19(v63), cast(@IndexError.vtable, Ptr(object_vtable))(v64: Ptr(object_vtable), v65: Ptr(object)) => b21(v64, v65) }
#| b19(v66: Signed):
#|     goto return(v66)
#| b20():
#|     goto b21(cast(@IndexError.vtable, Ptr(object_vtable)), cast(@IndexError%20instance, Ptr(object)))
#| b21(v67: Ptr(object_vtable), v68: Ptr(object)):
#|     goto return(-1)
#| b23():
#|     v70: Void = abort[none_dereference]()
#|     unreachable
#| b24():
#|     goto raise(cast(@OverflowError.vtable, Ptr(object_vtable)), cast(@OverflowError%20instance, Ptr(object)))
#| b26():
#|     v73: Void = abort[none_operand]()
#|     unreachable
