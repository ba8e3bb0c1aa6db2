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
#|     if v3 then b2(v2, v1) else b25()
#| b2(v4: Ptr(dict), v5: Signed):
#|     v6: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v4, 1, 10)
#|     v7: Bool = ptr_nonzero(v4)
#|     if v7 then b3(v4, v5) else b24()
#| b3(v8: Ptr(dict), v9: Signed):
#|     v10: Void = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_store](v8, v9, 3)
#|     v11: Bool = ptr_nonzero(v8)
#|     if v11 then b4(v8) else b23()
#| b4(v12: Ptr(dict)):
#|     v13: Signed = getfield[dict.num_live](v12)
#|     v14: Ptr(GcImmutableArray(Ptr(tuple2))) = mallocvar[GcImmutableArray(Ptr(tuple2))](v13)
#|     goto b5(0, 0, v12, v14, v13)
#| b5(v15: Signed, v16: Signed, v17: Ptr(dict), v18: Ptr(GcImmutableArray(Ptr(tuple2))), v19: Signed):
#|     v20: Signed = direct_call[rpython.rtyper.lltypesystem.rdict.ll_dict_next_index](v17, v16)
#|     v21: Bool = int_ge(v20, 0)
#|     if v21 then b6(v15, v19, v17, v18, v20) else b7(v17, v18, v15, v20, v19)
#| b6(v22: Signed, v23: Signed, v24: Ptr(dict), v25: Ptr(GcImmutableArray(Ptr(tuple2))), v26: Signed):
#|     v27: Bool = int_lt(v22, v23)
#|     goto b8(v27, v24, v25, v22, v26, v23)
#| b7(v28: Ptr(dict), v29: Ptr(GcImmutableArray(Ptr(tuple2))), v30: Signed, v31: Signed, v32: Signed):
#|     goto b8(false, v28, v29, v30, v31, v32)
#| b8(v33: Bool, v34: Ptr(dict), v35: Ptr(GcImmutableArray(Ptr(tuple2))), v36: Signed, v37: Signed, v38: Signed):
#|     if v33 then b9(v34, v37, v35, v36, v38) else b10(v35, v34)
#| b9(v39: Ptr(dict), v40: Signed, v41: Ptr(GcImmutableArray(Ptr(tuple2))), v42: Signed, v43: Signed):
#|     v44: Ptr(GcArray(dictentry)) = getfield[dict.entries](v39)
#|     v45: Signed = getitemfield[GcArray(dictentry).key](v44, v40)
#|     v46: Ptr(GcArray(dictentry)) = getfield[dict.entries](v39)
#|     v47: Signed = getitemfield[GcArray(dictentry).value](v46, v40)
#|     v48: Ptr(tuple2) = malloc[tuple2]()
#|     v49: Void = setfield[tuple2.item0](v48, v45)
#|     v50: Void = setfield[tuple2.item1](v48, v47)
#|     v51: Void = setarrayitem[GcImmutableArray(Ptr(tuple2))](v41, v42, v48)
#|     v52: Signed = int_add(v42, 1)
#|     v53: Signed = int_add(v40, 1)
#|     goto b5(v52, v53, v39, v41, v43)
#| b10(v54: Ptr(GcImmutableArray(Ptr(tuple2))), v55: Ptr(dict)):
#|     v56: Bool = ptr_nonzero(v54)
#|     if v56 then b11(v54, v55) else b22()
#| b11(v57: Ptr(GcImmutableArray(Ptr(tuple2))), v58: Ptr(dict)):
#|     v59: Ptr(list_iter) = malloc[list_iter]()
#|     v60: Void = setfield[list_iter.list](v59, v57)
#|     goto b12(0, v59, v58)
#| b12(v61: Signed, v62: Ptr(list_iter), v63: Ptr(dict)):
#|     v64: Ptr(GcImmutableArray(Ptr(tuple2))) = getfield[list_iter.list](v62)
#|     v65: Signed = getfield[list_iter.index](v62)
#|     v66: Signed = getarraysize[GcImmutableArray(Ptr(tuple2))](v64)
#|     v67: Bool = int_lt(v65, v66)
#|     if v67 then b13(v65, v62, v64, v63, v61) else b16(v63, v61)
#| b13(v68: Signed, v69: Ptr(list_iter), v70: Ptr(GcImmutableArray(Ptr(tuple2))), v71: Ptr(dict), v72: Signed):
#|     v73: Signed = int_add(v68, 1)
#|     v74: Void = setfield[list_iter.index](v69, v73)
#|     v75: Signed = getarraysize[GcImmutableArray(Ptr(tuple2))](v70)
#|     v76: Ptr(tuple2) = getarrayitem[GcImmutableArray(Ptr(tuple2))](v70, v68)
#|     goto b14(v69, v76, v71, v72)
#| b14(v77: Ptr(list_iter), v78: Ptr(tuple2), v79: Ptr(dict), v80: Signed):
#|     goto b15(v77, v79, v80, v78)
#| b15(v81: Ptr(list_iter), v82: Ptr(dict), v83: Signed, v84: Ptr(tuple2)):
#|     v85: Signed = getfield[tuple2.item0](v84)
#|     v86: Signed = getfield[tuple2.item1](v84)
#|     v87: Signed = int_mul(v85, v86)
#|     v88: Signed = int_add(v83, v87)
#|     goto b12(v88, v81, v82)
#| b16(v89: Ptr(dict), v90: Signed):
#|     goto b17(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v90, v89)
#| b17(v91: Ptr(object_vtable), v92: Ptr(object), v93: Signed, v94: Ptr(dict)):
#|     goto b18(v93, v94)
#| b18(v95: Signed, v96: Ptr(dict)):
#|     v97: Bool = ptr_nonzero(v96)
#|     if v97 then b19(v96, v95) else b21()
#| b19(v98: Ptr(dict), v99: Signed):
#|     v100: Signed = getfield[dict.num_live](v98)
#|     v101: Signed = int_mul(v100, 3)
#|     v102: Signed = int_add(v99, v101)
#|     goto return(v102)
#| b21():
#|     v104: Void = abort[none_operand]()
#|     unreachable
#| b22():
#|     v105: Void = abort[none_operand]()
#|     unreachable
#| b23():
#|     v106: Void = abort[none_dereference]()
#|     unreachable
#| b24():
#|     v107: Void = abort[none_operand]()
#|     unreachable
#| b25():
#|     v108: Void = abort[none_operand]()
#|     unreachable
