# The iterator over a dictionary itself reads the table, and raises if the dictionary grew meanwhile.
# entry: f(int)
# run: f(5) => 6
def f(n):
    d = {1: 10, n: 3}
    s = 0
    for k in d:
        s += k
    return s

#| graph iterate_keys.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(dict) = direct_call[rpython.rtyper.lltypesystem.rdict.ll_newdict]()
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2, v1) else b16()
#| b2(v4: Ptr(dict), v5: Signed):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v4, 1, 10)
#|     v7: Bool = ptr_nonzero(v4)
#|     if v7 then b3(v4, v5) else b15()
#| b3(v8: Ptr(dict), v9: Signed):
#|     v10: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v8, v9, 3)
#|     v11: Bool = ptr_nonzero(v8)
#|     if v11 then b4(v8) else b14()
#| b4(v12: Ptr(dict)):
#|     v13: Ptr(dict_iter) = malloc[dict_iter]()
#|     v14: Signed = getfield[dict.num_live](v12)
#|     v15: Void = setfield[dict_iter.length](v13, v14)
#|     v16: Void = setfield[dict_iter.dict](v13, v12)
#|     goto b5(0, v13)
#| b5(v17: Signed, v18: Ptr(dict_iter)):
#|     v19: Ptr(dict) = getfield[dict_iter.dict](v18)
#|     v20: Signed = getfield[dict.num_live](v19)
#|     v21: Signed = getfield[dict_iter.length](v18)
#|     v22: Bool = int_eq(v20, v21)
#|     if v22 then b6(v18, v19, v17) else b13()
#| b6(v23: Ptr(dict_iter), v24: Ptr(dict), v25: Signed):
#|     v26: Signed = getfield[dict_iter.index](v23)
#|     v27: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_next_index](v24, v26)
#|     try { normal => b7(v27, v25, v24, v23), cast(@StopIteration.vtable, Ptr(object_vtable))(v28: Ptr(object_vtable), v29: Ptr(object)) => b11(v28, v29, v25) }
#| b7(v30: Signed, v31: Signed, v32: Ptr(dict), v33: Ptr(dict_iter)):
#|     v34: Bool = int_ge(v30, 0)
#|     if v34 then b8(v30, v33, v32, v31) else b10(v31)
#| b8(v35: Signed, v36: Ptr(dict_iter), v37: Ptr(dict), v38: Signed):
#|     v39: Signed = int_add(v35, 1)
#|     v40: Void = setfield[dict_iter.index](v36, v39)
#|     v41: Ptr(GcArray(dictentry)) = getfield[dict.entries](v37)
#|     v42: Signed = getitemfield[GcArray(dictentry).key](v41, v35)
#|     goto b9(v36, v42, v38)
#| b9(v43: Ptr(dict_iter), v44: Signed, v45: Signed):
#|     v46: Signed = int_add(v45, v44)
#|     goto b5(v46, v43)
#| b10(v47: Signed):
#|     goto b11(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v47)
#| b11(v48: Ptr(object_vtable), v49: Ptr(object), v50: Signed):
#|     goto return(v50)
#| b13():
#|     v52: Void = abort[dict_changed]()
#|     unreachable
#| b14():
#|     v53: Void = abort[none_operand]()
#|     unreachable
#| b15():
#|     v54: Void = abort[none_operand]()
#|     unreachable
#| b16():
#|     v55: Void = abort[none_operand]()
#|     unreachable
