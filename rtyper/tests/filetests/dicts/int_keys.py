# A dictionary has one set of helpers per type; the item that is not there raises.
# entry: f(int)
# run: f(3) => 4
# run: f(4) => -1
def f(n):
    d = {3: 4}
    try:
        return d[n]
    except KeyError:
        return -1

#| graph int_keys.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(dict) = direct_call[rpython.rtyper.lltypesystem.rdict.ll_newdict]()
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2, v1) else b10()
#| b2(v4: Ptr(dict), v5: Signed):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v4, 3, 4)
#|     v7: Bool = ptr_nonzero(v4)
#|     if v7 then b3(v4, v5) else b9()
#| b3(v8: Ptr(dict), v9: Signed):
#|     v10: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_lookup](v8, v9)
#|     try { normal => b4(v10, v8), cast(@KeyError.vtable, Ptr(object_vtable))(v11: Ptr(object_vtable), v12: Ptr(object)) => b7(v11, v12) }
#| b4(v13: Signed, v14: Ptr(dict)):
#|     v15: Bool = int_ge(v13, 0)
#|     if v15 then b5(v14, v13) else b6()
#| b5(v16: Ptr(dict), v17: Signed):
#|     v18: Ptr(GcArray(dictentry)) = getfield[dict.entries](v16)
#|     v19: Signed = getitemfield[GcArray(dictentry).value](v18, v17)
#|     goto return(4)
#| b6():
#|     goto b7(cast(@KeyError.vtable, Ptr(object_vtable)), cast(@KeyError%20instance, Ptr(object)))
#| b7(v20: Ptr(object_vtable), v21: Ptr(object)):
#|     goto return(-1)
#| b9():
#|     v23: Void = abort[none_operand]()
#|     unreachable
#| b10():
#|     v24: Void = abort[none_operand]()
#|     unreachable
