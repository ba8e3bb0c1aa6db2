# get, setdefault and membership search once each.
# entry: f(int)
# run: f(5) => 11
def f(n):
    d = {}
    d[n] = 1
    if n + 1 in d:
        return 0
    return d.get(n, 3) + d.setdefault(n + 1, 10)

#| graph get.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(dict) = direct_call[rpython.rtyper.lltypesystem.rdict.ll_newdict]()
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2, v1) else b14()
#| b2(v4: Ptr(dict), v5: Signed):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v4, v5, 1)
#|     v7: Signed = int_add(v5, 1)
#|     v8: Bool = ptr_nonzero(v4)
#|     if v8 then b3(v4, v7, v5) else b13()
#| b3(v9: Ptr(dict), v10: Signed, v11: Signed):
#|     v12: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_lookup](v9, v10)
#|     v13: Bool = int_ge(v12, 0)
#|     if v13 then return(0) else b4(v11, v9)
#| b4(v14: Signed, v15: Ptr(dict)):
#|     v16: Bool = ptr_nonzero(v15)
#|     if v16 then b5(v15, v14) else b12()
#| b5(v17: Ptr(dict), v18: Signed):
#|     v19: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_lookup](v17, v18)
#|     v20: Bool = int_ge(v19, 0)
#|     if v20 then b6(v17, v19, v18) else b7(v18, v17)
#| b6(v21: Ptr(dict), v22: Signed, v23: Signed):
#|     v24: Ptr(GcArray(dictentry)) = getfield[dict.entries](v21)
#|     v25: Signed = getitemfield[GcArray(dictentry).value](v24, v22)
#|     goto b8(v25, v21, v23)
#| b7(v26: Signed, v27: Ptr(dict)):
#|     goto b8(3, v27, v26)
#| b8(v28: Signed, v29: Ptr(dict), v30: Signed):
#|     v31: Bool = ptr_nonzero(v29)
#|     if v31 then b9(v30, v29, v28) else b11()
#| b9(v32: Signed, v33: Ptr(dict), v34: Signed):
#|     v35: Signed = int_add(v32, 1)
#|     v36: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_place_known](v33, v35, 10)
#|     v37: Ptr(GcArray(dictentry)) = getfield[dict.entries](v33)
#|     v38: Signed = getitemfield[GcArray(dictentry).value](v37, v36)
#|     v39: Signed = int_add(v34, v38)
#|     goto return(v39)
#| b11():
#|     v41: Void = abort[none_dereference]()
#|     unreachable
#| b12():
#|     v42: Void = abort[none_dereference]()
#|     unreachable
#| b13():
#|     v43: Void = abort[none_operand]()
#|     unreachable
#| b14():
#|     v44: Void = abort[none_operand]()
#|     unreachable
