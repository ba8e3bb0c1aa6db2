# A loop over a list reads the length anew in each turn.
# entry: f(int)
# run: f(4) => 10
def f(n):
    l = [1, 2, 3]
    l.append(n)
    s = 0
    for x in l:
        s += x
    return s

#| graph iterate.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](3)
#|     v3: Ptr(list) = malloc[list]()
#|     v4: Void = setfield[list.length](v3, 3)
#|     v5: Void = setfield[list.items](v3, v2)
#|     v6: Ptr(GcArray(Signed)) = getfield[list.items](v3)
#|     v7: Signed = getfield[list.length](v3)
#|     v8: Void = setarrayitem[GcArray(Signed)](v6, 0, 1)
#|     v9: Void = setarrayitem[GcArray(Signed)](v6, 1, 2)
#|     v10: Void = setarrayitem[GcArray(Signed)](v6, 2, 3)
#|     v11: Bool = ptr_nonzero(v3)
#|     if v11 then b2(v3, v1) else b11()
#| b2(v12: Ptr(list), v13: Signed):
#|     v14: Void = direct_call[rpython.rtyper.lltypesystem.rlist.ll_append](v12, v13)
#|     v15: Bool = ptr_nonzero(v12)
#|     if v15 then b3(v12) else b10()
#| b3(v16: Ptr(list)):
#|     v17: Ptr(list_iter) = malloc[list_iter]()
#|     v18: Void = setfield[list_iter.list](v17, v16)
#|     goto b4(0, v17)
#| b4(v19: Signed, v20: Ptr(list_iter)):
#|     v21: Ptr(list) = getfield[list_iter.list](v20)
#|     v22: Signed = getfield[list_iter.index](v20)
#|     v23: Ptr(GcArray(Signed)) = getfield[list.items](v21)
#|     v24: Signed = getfield[list.length](v21)
#|     v25: Bool = int_lt(v22, v24)
#|     if v25 then b5(v22, v20, v21, v19) else b7(v19)
#| b5(v26: Signed, v27: Ptr(list_iter), v28: Ptr(list), v29: Signed):
#|     v30: Signed = int_add(v26, 1)
#|     v31: Void = setfield[list_iter.index](v27, v30)
#|     v32: Ptr(GcArray(Signed)) = getfield[list.items](v28)
#|     v33: Signed = getfield[list.length](v28)
#|     v34: Signed = getarrayitem[GcArray(Signed)](v32, v26)
#|     goto b6(v27, v34, v29)
#| b6(v35: Ptr(list_iter), v36: Signed, v37: Signed):
#|     v38: Signed = int_add(v37, v36)
#|     goto b4(v38, v35)
#| b7(v39: Signed):
#|     goto b8(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v39)
#| b8(v40: Ptr(object_vtable), v41: Ptr(object), v42: Signed):
#|     goto return(v42)
#| b10():
#|     v44: Void = abort[none_operand]()
#|     unreachable
#| b11():
#|     v45: Void = abort[none_dereference]()
#|     unreachable
