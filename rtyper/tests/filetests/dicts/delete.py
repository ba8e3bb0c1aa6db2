# Deletion, with a handler.
# entry: f(int)
# run: f(1) => 0
# run: f(2) => -1
def f(n):
    d = {1: 2}
    try:
        del d[n]
    except KeyError:
        return -1
    return len(d)

#| graph delete.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(dict) = direct_call[rpython.rtyper.lltypesystem.rdict.ll_newdict]()
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2, v1) else b14()
#| b2(v4: Ptr(dict), v5: Signed):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v4, 1, 2)
#|     v7: Bool = ptr_nonzero(v4)
#|     if v7 then b3(v4, v5) else b13()
#| b3(v8: Ptr(dict), v9: Signed):
#|     v10: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_lookup](v8, v9)
#|     try { normal => b4(v10, v8), cast(@KeyError.vtable, Ptr(object_vtable))(v11: Ptr(object_vtable), v12: Ptr(object)) => b11(v11, v12) }
#| b4(v13: Signed, v14: Ptr(dict)):
#|     v15: Bool = int_ge(v13, 0)
#|     if v15 then b5(v14, v13) else b10()
#| b5(v16: Ptr(dict), v17: Signed):
#|     v18: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_del](v16, v17)
#|     try { normal => b6(v16), cast(@KeyError.vtable, Ptr(object_vtable))(v19: Ptr(object_vtable), v20: Ptr(object)) => b11(v19, v20) }
#| b6(v21: Ptr(dict)):
#|     goto b7(v21)
#| b7(v22: Ptr(dict)):
#|     v23: Bool = ptr_nonzero(v22)
#|     if v23 then b8(v22) else b9()
#| b8(v24: Ptr(dict)):
#|     v25: Signed = getfield[dict.num_live](v24)
#|     goto return(v25)
#| b9():
#|     v26: Void = abort[none_operand]()
#|     unreachable
#| b10():
#|     goto b11(cast(@KeyError.vtable, Ptr(object_vtable)), cast(@KeyError%20instance, Ptr(object)))
#| b11(v27: Ptr(object_vtable), v28: Ptr(object)):
#|     goto return(-1)
#| b13():
#|     v30: Void = abort[none_operand]()
#|     unreachable
#| b14():
#|     v31: Void = abort[none_operand]()
#|     unreachable
