# zip of two lists.
# entry: f(int)
# run: f(2) => 11
def f(n):
    s = 0
    for a, b in zip([1, n], [3, 4, 5]):
        s += a * b
    return s

#| graph zip.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](2)
#|     v3: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcImmutableArray(Signed)](v2, 0, 1)
#|     v5: Void = setarrayitem[GcImmutableArray(Signed)](v2, 1, v1)
#|     v6: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](3)
#|     v7: Signed = getarraysize[GcImmutableArray(Signed)](v6)
#|     v8: Void = setarrayitem[GcImmutableArray(Signed)](v6, 0, 3)
#|     v9: Void = setarrayitem[GcImmutableArray(Signed)](v6, 1, 4)
#|     v10: Void = setarrayitem[GcImmutableArray(Signed)](v6, 2, 5)
#|     v11: Bool = ptr_nonzero(v2)
#|     if v11 then b2(v2, v6) else b20()
#| b2(v12: Ptr(GcImmutableArray(Signed)), v13: Ptr(GcImmutableArray(Signed))):
#|     v14: Signed = getarraysize[GcImmutableArray(Signed)](v12)
#|     v15: Ptr(GcArray(Signed)) = cast_pointer(v12)
#|     v16: Bool = ptr_nonzero(v13)
#|     if v16 then b3(v13, v14, v15) else b19()
#| b3(v17: Ptr(GcImmutableArray(Signed)), v18: Signed, v19: Ptr(GcArray(Signed))):
#|     v20: Signed = getarraysize[GcImmutableArray(Signed)](v17)
#|     v21: Ptr(GcArray(Signed)) = cast_pointer(v17)
#|     v22: Bool = int_lt(v18, v20)
#|     if v22 then b4(v18, v21, v19) else b5(v20, v21, v19)
#| b4(v23: Signed, v24: Ptr(GcArray(Signed)), v25: Ptr(GcArray(Signed))):
#|     goto b6(v23, v24, v25)
#| b5(v26: Signed, v27: Ptr(GcArray(Signed)), v28: Ptr(GcArray(Signed))):
#|     goto b6(v26, v27, v28)
#| b6(v29: Signed, v30: Ptr(GcArray(Signed)), v31: Ptr(GcArray(Signed))):
#|     v32: Ptr(GcImmutableArray(Ptr(tuple2))) = mallocvar[GcImmutableArray(Ptr(tuple2))](v29)
#|     goto b7(0, v29, v32, v30, v31)
#| b7(v33: Signed, v34: Signed, v35: Ptr(GcImmutableArray(Ptr(tuple2))), v36: Ptr(GcArray(Signed)), v37: Ptr(GcArray(Signed))):
#|     v38: Bool = int_lt(v33, v34)
#|     if v38 then b8(v37, v33, v36, v35, v34) else b9(v35)
#| b8(v39: Ptr(GcArray(Signed)), v40: Signed, v41: Ptr(GcArray(Signed)), v42: Ptr(GcImmutableArray(Ptr(tuple2))), v43: Signed):
#|     v44: Signed = getarrayitem[GcArray(Signed)](v39, v40)
#|     v45: Signed = getarrayitem[GcArray(Signed)](v41, v40)
#|     v46: Ptr(tuple2) = malloc[tuple2]()
#|     v47: Void = setfield[tuple2.item0](v46, v44)
#|     v48: Void = setfield[tuple2.item1](v46, v45)
#|     v49: Void = setarrayitem[GcImmutableArray(Ptr(tuple2))](v42, v40, v46)
#|     v50: Signed = int_add(v40, 1)
#|     goto b7(v50, v43, v42, v41, v39)
#| b9(v51: Ptr(GcImmutableArray(Ptr(tuple2)))):
#|     v52: Bool = ptr_nonzero(v51)
#|     if v52 then b10(v51) else b18()
#| b10(v53: Ptr(GcImmutableArray(Ptr(tuple2)))):
#|     v54: Ptr(list_iter) = malloc[list_iter]()
#|     v55: Void = setfield[list_iter.list](v54, v53)
#|     goto b11(0, v54)
#| b11(v56: Signed, v57: Ptr(list_iter)):
#|     v58: Ptr(GcImmutableArray(Ptr(tuple2))) = getfield[list_iter.list](v57)
#|     v59: Signed = getfield[list_iter.index](v57)
#|     v60: Signed = getarraysize[GcImmutableArray(Ptr(tuple2))](v58)
#|     v61: Bool = int_lt(v59, v60)
#|     if v61 then b12(v59, v57, v58, v56) else b15(v56)
#| b12(v62: Signed, v63: Ptr(list_iter), v64: Ptr(GcImmutableArray(Ptr(tuple2))), v65: Signed):
#|     v66: Signed = int_add(v62, 1)
#|     v67: Void = setfield[list_iter.index](v63, v66)
#|     v68: Signed = getarraysize[GcImmutableArray(Ptr(tuple2))](v64)
#|     v69: Ptr(tuple2) = getarrayitem[GcImmutableArray(Ptr(tuple2))](v64, v62)
#|     goto b13(v63, v69, v65)
#| b13(v70: Ptr(list_iter), v71: Ptr(tuple2), v72: Signed):
#|     goto b14(v70, v72, v71)
#| b14(v73: Ptr(list_iter), v74: Signed, v75: Ptr(tuple2)):
#|     v76: Signed = getfield[tuple2.item0](v75)
#|     v77: Signed = getfield[tuple2.item1](v75)
#|     v78: Signed = int_mul(v76, v77)
#|     v79: Signed = int_add(v74, v78)
#|     goto b11(v79, v73)
#| b15(v80: Signed):
#|     goto b16(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v80)
#| b16(v81: Ptr(object_vtable), v82: Ptr(object), v83: Signed):
#|     goto return(v83)
#| b18():
#|     v85: Void = abort[none_operand]()
#|     unreachable
#| b19():
#|     v86: Void = abort[none_operand]()
#|     unreachable
#| b20():
#|     v87: Void = abort[none_operand]()
#|     unreachable
