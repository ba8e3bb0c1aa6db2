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
#|     if v3 then b2(v2, v1) else b17()
#| b2(v4: Ptr(dict), v5: Signed):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v4, v5, 1)
#|     v7: Signed = int_add(v5, 1)
#|     v8: Bool = ptr_nonzero(v4)
#|     if v8 then b3(v4, v7, v5) else b16()
#| b3(v9: Ptr(dict), v10: Signed, v11: Signed):
#|     v12: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_lookup](v9, v10)
#|     v13: Bool = int_ge(v12, 0)
#|     if v13 then return(0) else b4(v11, v9)
#| b4(v14: Signed, v15: Ptr(dict)):
#|     v16: Bool = ptr_nonzero(v15)
#|     if v16 then b5(v15, v14) else b15()
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
#|     if v31 then b9(v30, v29, v28) else b14()
#| b9(v32: Signed, v33: Ptr(dict), v34: Signed):
#|     v35: Signed = int_add(v32, 1)
#|     v36: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_lookup](v33, v35)
#|     v37: Bool = int_ge(v36, 0)
#|     if v37 then b10(v33, v36, v34) else b11(v33, v35, v34)
#| b10(v38: Ptr(dict), v39: Signed, v40: Signed):
#|     v41: Ptr(GcArray(dictentry)) = getfield[dict.entries](v38)
#|     v42: Signed = getitemfield[GcArray(dictentry).value](v41, v39)
#|     goto b12(v42, v40)
#| b11(v43: Ptr(dict), v44: Signed, v45: Signed):
#|     v46: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v43, v44, 10)
#|     goto b12(10, v45)
#| b12(v47: Signed, v48: Signed):
#|     v49: Signed = int_add(v48, v47)
#|     goto return(v49)
#| b14():
#|     v51: Void = abort[none_dereference]()
#|     unreachable
#| b15():
#|     v52: Void = abort[none_dereference]()
#|     unreachable
#| b16():
#|     v53: Void = abort[none_operand]()
#|     unreachable
#| b17():
#|     v54: Void = abort[none_operand]()
#|     unreachable
