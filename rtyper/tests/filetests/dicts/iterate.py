# items() makes a list of tuples, in the order of insertion.
# entry: f(int)
# run: f(5) => 31
def f(n):
    d = {1: 10, n: 3}
    s = 0
    for k, v in d.items():
        s += k * v
    return s + len(d) * 3

#| graph iterate.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(dict) = direct_call[rpython.rtyper.lltypesystem.rdict.ll_newdict]()
#|     v3: Bool = ptr_nonzero(v2)
#|     if v3 then b2(v2, v1) else b20()
#| b2(v4: Ptr(dict), v5: Signed):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v4, 1, 10)
#|     v7: Bool = ptr_nonzero(v4)
#|     if v7 then b3(v4, v5) else b19()
#| b3(v8: Ptr(dict), v9: Signed):
#|     v10: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v8, v9, 3)
#|     v11: Bool = ptr_nonzero(v8)
#|     if v11 then b4(v8) else b18()
#| b4(v12: Ptr(dict)):
#|     v13: Ptr(dict_iter) = malloc[dict_iter]()
#|     v14: Signed = getfield[dict.num_live](v12)
#|     v15: Void = setfield[dict_iter.length](v13, v14)
#|     v16: Void = setfield[dict_iter.dict](v13, v12)
#|     goto b5(0, v13, v12)
#| b5(v17: Signed, v18: Ptr(dict_iter), v19: Ptr(dict)):
#|     v20: Ptr(dict) = getfield[dict_iter.dict](v18)
#|     v21: Signed = getfield[dict.num_live](v20)
#|     v22: Signed = getfield[dict_iter.length](v18)
#|     v23: Bool = int_eq(v21, v22)
#|     if v23 then b6(v18, v20, v17, v19) else b17()
#| b6(v24: Ptr(dict_iter), v25: Ptr(dict), v26: Signed, v27: Ptr(dict)):
#|     v28: Signed = getfield[dict_iter.index](v24)
#|     v29: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_next_index](v25, v28)
#|     try { normal => b7(v29, v26, v27, v25, v24), cast(@StopIteration.vtable, Ptr(object_vtable))(v30: Ptr(object_vtable), v31: Ptr(object)) => b12(v30, v31, v26, v27) }
#| b7(v32: Signed, v33: Signed, v34: Ptr(dict), v35: Ptr(dict), v36: Ptr(dict_iter)):
#|     v37: Bool = int_ge(v32, 0)
#|     if v37 then b8(v32, v36, v35, v34, v33) else b11(v34, v33)
#| b8(v38: Signed, v39: Ptr(dict_iter), v40: Ptr(dict), v41: Ptr(dict), v42: Signed):
#|     v43: Signed = int_add(v38, 1)
#|     v44: Void = setfield[dict_iter.index](v39, v43)
#|     v45: Ptr(GcArray(dictentry)) = getfield[dict.entries](v40)
#|     v46: Signed = getitemfield[GcArray(dictentry).key](v45, v38)
#|     v47: Ptr(GcArray(dictentry)) = getfield[dict.entries](v40)
#|     v48: Signed = getitemfield[GcArray(dictentry).value](v47, v38)
#|     v49: Ptr(tuple2) = malloc[tuple2]()
#|     v50: Void = setfield[tuple2.item0](v49, v46)
#|     v51: Void = setfield[tuple2.item1](v49, v48)
#|     goto b9(v39, v49, v41, v42)
#| b9(v52: Ptr(dict_iter), v53: Ptr(tuple2), v54: Ptr(dict), v55: Signed):
#|     goto b10(v52, v54, v55, v53)
#| b10(v56: Ptr(dict_iter), v57: Ptr(dict), v58: Signed, v59: Ptr(tuple2)):
#|     v60: Signed = getfield[tuple2.item0](v59)
#|     v61: Signed = getfield[tuple2.item1](v59)
#|     v62: Signed = int_mul(v60, v61)
#|     v63: Signed = int_add(v58, v62)
#|     goto b5(v63, v56, v57)
#| b11(v64: Ptr(dict), v65: Signed):
#|     goto b12(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v65, v64)
#| b12(v66: Ptr(object_vtable), v67: Ptr(object), v68: Signed, v69: Ptr(dict)):
#|     goto b13(v68, v69)
#| b13(v70: Signed, v71: Ptr(dict)):
#|     v72: Bool = ptr_nonzero(v71)
#|     if v72 then b14(v71, v70) else b16()
#| b14(v73: Ptr(dict), v74: Signed):
#|     v75: Signed = getfield[dict.num_live](v73)
#|     v76: Signed = int_mul(v75, 3)
#|     v77: Signed = int_add(v74, v76)
#|     goto return(v77)
#| b16():
#|     v79: Void = abort[none_operand]()
#|     unreachable
#| b17():
#|     v80: Void = abort[dict_changed]()
#|     unreachable
#| b18():
#|     v81: Void = abort[none_dereference]()
#|     unreachable
#| b19():
#|     v82: Void = abort[none_operand]()
#|     unreachable
#| b20():
#|     v83: Void = abort[none_operand]()
#|     unreachable
