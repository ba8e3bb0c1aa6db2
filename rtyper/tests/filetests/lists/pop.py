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
#|     v2: Ptr(list) = malloc[list]()
#|     v3: Void = setfield[list.length](v2, 0)
#|     v4: Void = setfield[list.items](v2, @no%20items)
#|     v5: Bool = int_ge(v1, 0)
#|     if v5 then b2(v1, v2) else b3(v2)
#| b2(v6: Signed, v7: Ptr(list)):
#|     goto b4(v6, v7)
#| b3(v8: Ptr(list)):
#|     goto b4(0, v8)
#| b4(v9: Signed, v10: Ptr(list)):
#|     v11: Ptr(range) = malloc[range]()
#|     v12: Void = setfield[range.start](v11, 0)
#|     v13: Void = setfield[range.stop](v11, v9)
#|     v14: Bool = ptr_nonzero(v11)
#|     if v14 then b5(v11, v10) else b26()
#| b5(v15: Ptr(range), v16: Ptr(list)):
#|     v17: Signed = getfield[range.start](v15)
#|     v18: Signed = getfield[range.stop](v15)
#|     v19: Ptr(range_iter) = malloc[range_iter]()
#|     v20: Void = setfield[range_iter.next](v19, v17)
#|     v21: Void = setfield[range_iter.stop](v19, v18)
#|     v22: Signed = getfield[range.start](v15)
#|     v23: Signed = getfield[range.stop](v15)
#|     v24: Signed = int_sub(v23, v22)
#|     v25: Bool = int_ge(v24, 0)
#|     if v25 then b6(v16, v24, v19) else b24()
#| b6(v26: Ptr(list), v27: Signed, v28: Ptr(range_iter)):
#|     v29: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_maxlength](v26, v27)
#|     goto b7(v28, v26)
#| b7(v30: Ptr(range_iter), v31: Ptr(list)):
#|     v32: Signed = getfield[range_iter.next](v30)
#|     v33: Signed = getfield[range_iter.stop](v30)
#|     v34: Bool = int_lt(v32, v33)
#|     if v34 then b8(v32, v30, v31) else b12(v31)
#| b8(v35: Signed, v36: Ptr(range_iter), v37: Ptr(list)):
#|     v38: Signed = int_add(v35, 1)
#|     v39: Void = setfield[range_iter.next](v36, v38)
#|     goto b9(v36, v35, v37)
#| b9(v40: Ptr(range_iter), v41: Signed, v42: Ptr(list)):
#|     v43: Bool = ptr_nonzero(v42)
#|     if v43 then b10(v41, v42, v40) else b11()
#| b10(v44: Signed, v45: Ptr(list), v46: Ptr(range_iter)):
#|     v47: Signed = int_add(v44, 1)
#|     v48: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v45, v47)
#|     goto b7(v46, v45)
#| b11():
#|     v49: Void = abort[none_dereference]()
#|     unreachable
#| b12(v50: Ptr(list)):
#|     goto b13(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v50)
#| b13(v51: Ptr(object_vtable), v52: Ptr(object), v53: Ptr(list)):
#|     goto b14(v53)
#| b14(v54: Ptr(list)):
#|     goto b15(v54)
#| b15(v55: Ptr(list)):
#|     v56: Bool = ptr_nonzero(v55)
#|     if v56 then b16(v55) else b23()
#| b16(v57: Ptr(list)):
#|     goto b17(v57)
#| b17(v58: Ptr(list)):
#|     v59: Signed = getfield[list.length](v58)
#|     v60: Bool = int_gt(v59, 0)
#|     if v60 then b18(v58) else b20()
#| b18(v61: Ptr(list)):
#|     v62: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_pop_last](v61)
#|     try { normal => b19(v62), cast(@IndexError.vtable, Ptr(object_vtable))(v63: Ptr(object_vtable), v64: Ptr(object)) => b21(v63, v64) }
#| b19(v65: Signed):
#|     goto return(v65)
#| b20():
#|     goto b21(cast(@IndexError.vtable, Ptr(object_vtable)), cast(@IndexError%20instance, Ptr(object)))
#| b21(v66: Ptr(object_vtable), v67: Ptr(object)):
#|     goto return(-1)
#| b23():
#|     v69: Void = abort[none_dereference]()
#|     unreachable
#| b24():
#|     goto raise(cast(@OverflowError.vtable, Ptr(object_vtable)), cast(@OverflowError%20instance, Ptr(object)))
#| b26():
#|     v72: Void = abort[none_operand]()
#|     unreachable
