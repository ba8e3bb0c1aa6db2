# Membership and index() compare with the equality of the items.
# entry: f(int)
# run: f(2) => 1
# run: f(9) => -1
def f(n):
    l = [1, 2, 3]
    try:
        if n in l:
            return l.index(n)
        return l.index(n) + 100
    except ValueError:
        return -1

#| graph contains.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](3)
#|     v3: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcImmutableArray(Signed)](v2, 0, 1)
#|     v5: Void = setarrayitem[GcImmutableArray(Signed)](v2, 1, 2)
#|     v6: Void = setarrayitem[GcImmutableArray(Signed)](v2, 2, 3)
#|     v7: Bool = ptr_nonzero(v2)
#|     if v7 then b2(v2, v1) else b23()
#| b2(v8: Ptr(GcImmutableArray(Signed)), v9: Signed):
#|     v10: Signed = getarraysize[GcImmutableArray(Signed)](v8)
#|     v11: Ptr(GcArray(Signed)) = cast_pointer(v8)
#|     v12: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_find_item](v11, 0, v10, v9)
#|     v13: Bool = int_ge(v12, 0)
#|     goto b3(v13, v8, v9)
#| b3(v14: Bool, v15: Ptr(GcImmutableArray(Signed)), v16: Signed):
#|     goto b4(v14, v15, v16)
#| b4(v17: Bool, v18: Ptr(GcImmutableArray(Signed)), v19: Signed):
#|     if v17 then b5(v18, v19) else b13(v18, v19)
#| b5(v20: Ptr(GcImmutableArray(Signed)), v21: Signed):
#|     v22: Bool = ptr_nonzero(v20)
#|     if v22 then b6(v21, v20) else b12()
#| b6(v23: Signed, v24: Ptr(GcImmutableArray(Signed))):
#|     goto b7(v23, v24)
#| b7(v25: Signed, v26: Ptr(GcImmutableArray(Signed))):
#|     v27: Signed = getarraysize[GcImmutableArray(Signed)](v26)
#|     v28: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_find_item__2](v26, 0, v27, v25)
#|     try { normal => b8(v28), cast(@ValueError.vtable, Ptr(object_vtable))(v29: Ptr(object_vtable), v30: Ptr(object)) => b11(v29, v30) }
#| b8(v31: Signed):
#|     v32: Bool = int_ge(v31, 0)
#|     if v32 then b9(v31) else b10()
#| b9(v33: Signed):
#|     goto return(v33)
#| b10():
#|     goto b11(cast(@ValueError.vtable, Ptr(object_vtable)), cast(@ValueError%20instance, Ptr(object)))
#| b11(v34: Ptr(object_vtable), v35: Ptr(object)):
#|     goto return(-1)
#| b12():
#|     v36: Void = abort[none_dereference]()
#|     unreachable
#| b13(v37: Ptr(GcImmutableArray(Signed)), v38: Signed):
#|     v39: Bool = ptr_nonzero(v37)
#|     if v39 then b14(v38, v37) else b22()
#| b14(v40: Signed, v41: Ptr(GcImmutableArray(Signed))):
#|     goto b15(v40, v41)
#| b15(v42: Signed, v43: Ptr(GcImmutableArray(Signed))):
#|     v44: Signed = getarraysize[GcImmutableArray(Signed)](v43)
#|     v45: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_find_item__2](v43, 0, v44, v42)
#|     try { normal => b16(v45), cast(@ValueError.vtable, Ptr(object_vtable))(v46: Ptr(object_vtable), v47: Ptr(object)) => b20(v46, v47) }
#| b16(v48: Signed):
#|     v49: Bool = int_ge(v48, 0)
#|     if v49 then b17(v48) else b19()
#| b17(v50: Signed):
#|     goto b18(v50)
#| b18(v51: Signed):
#|     v52: Signed = int_add(v51, 100)
#|     goto return(v52)
#| b19():
#|     goto b20(cast(@ValueError.vtable, Ptr(object_vtable)), cast(@ValueError%20instance, Ptr(object)))
#| b20(v53: Ptr(object_vtable), v54: Ptr(object)):
#|     goto return(-1)
#| b22():
#|     v56: Void = abort[none_dereference]()
#|     unreachable
#| b23():
#|     v57: Void = abort[none_operand]()
#|     unreachable
