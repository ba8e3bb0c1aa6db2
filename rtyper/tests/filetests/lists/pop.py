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
#|     v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](0)
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
#|     if v15 then b5(v12, v11) else b23()
#| b5(v16: Ptr(range), v17: Ptr(list)):
#|     v18: Signed = getfield[range.start](v16)
#|     v19: Signed = getfield[range.stop](v16)
#|     v20: Ptr(range_iter) = malloc[range_iter]()
#|     v21: Void = setfield[range_iter.next](v20, v18)
#|     v22: Void = setfield[range_iter.stop](v20, v19)
#|     goto b6(v20, v17)
#| b6(v23: Ptr(range_iter), v24: Ptr(list)):
#|     v25: Signed = getfield[range_iter.next](v23)
#|     v26: Signed = getfield[range_iter.stop](v23)
#|     v27: Bool = int_lt(v25, v26)
#|     if v27 then b7(v25, v23, v24) else b11(v24)
#| b7(v28: Signed, v29: Ptr(range_iter), v30: Ptr(list)):
#|     v31: Signed = int_add(v28, 1)
#|     v32: Void = setfield[range_iter.next](v29, v31)
#|     goto b8(v29, v28, v30)
#| b8(v33: Ptr(range_iter), v34: Signed, v35: Ptr(list)):
#|     v36: Bool = ptr_nonzero(v35)
#|     if v36 then b9(v34, v35, v33) else b10()
#| b9(v37: Signed, v38: Ptr(list), v39: Ptr(range_iter)):
#|     v40: Signed = int_add(v37, 1)
#|     v41: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v38, v40)
#|     goto b6(v39, v38)
#| b10():
#|     v42: Void = abort[none_dereference]()
#|     unreachable
#| b11(v43: Ptr(list)):
#|     goto b12(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v43)
#| b12(v44: Ptr(object_vtable), v45: Ptr(object), v46: Ptr(list)):
#|     goto b13(v46)
#| b13(v47: Ptr(list)):
#|     goto b14(v47)
#| b14(v48: Ptr(list)):
#|     v49: Bool = ptr_nonzero(v48)
#|     if v49 then b15(v48) else b22()
#| b15(v50: Ptr(list)):
#|     goto b16(v50)
#| b16(v51: Ptr(list)):
#|     v52: Signed = getfield[list.length](v51)
#|     v53: Bool = int_gt(v52, 0)
#|     if v53 then b17(v51) else b19()
#| b17(v54: Ptr(list)):
#|     v55: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_pop_last](v54)
#|     try { normal => b18(v55), cast(@IndexError.vtable, Ptr(object_vtable))(v56: Ptr(object_vtable), v57: Ptr(object)) => b20(v56, v57) }
#| b18(v58: Signed):
#|     goto return(v58)
#| b19():
#|     goto b20(cast(@IndexError.vtable, Ptr(object_vtable)), cast(@IndexError%20instance, Ptr(object)))
#| b20(v59: Ptr(object_vtable), v60: Ptr(object)):
#|     goto return(-1)
#| b22():
#|     v62: Void = abort[none_dereference]()
#|     unreachable
#| b23():
#|     v63: Void = abort[none_operand]()
#|     unreachable
