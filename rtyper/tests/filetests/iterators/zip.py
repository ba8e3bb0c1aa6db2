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
#|     v11: Signed = getarraysize[GcImmutableArray(Signed)](v2)
#|     v12: Ptr(GcArray(Signed)) = cast_pointer(v2)
#|     v13: Signed = getarraysize[GcImmutableArray(Signed)](v6)
#|     v14: Ptr(GcArray(Signed)) = cast_pointer(v6)
#|     v15: Bool = int_lt(v11, v13)
#|     if v15 then b2(v11, v14, v12) else b3(v13, v14, v12)
#| b2(v16: Signed, v17: Ptr(GcArray(Signed)), v18: Ptr(GcArray(Signed))):
#|     goto b4(v16, v17, v18)
#| b3(v19: Signed, v20: Ptr(GcArray(Signed)), v21: Ptr(GcArray(Signed))):
#|     goto b4(v19, v20, v21)
#| b4(v22: Signed, v23: Ptr(GcArray(Signed)), v24: Ptr(GcArray(Signed))):
#|     v25: Ptr(GcImmutableArray(Ptr(tuple2))) = mallocvar[GcImmutableArray(Ptr(tuple2))](v22)
#|     goto b5(0, v22, v25, v23, v24)
#| b5(v26: Signed, v27: Signed, v28: Ptr(GcImmutableArray(Ptr(tuple2))), v29: Ptr(GcArray(Signed)), v30: Ptr(GcArray(Signed))):
#|     v31: Bool = int_lt(v26, v27)
#|     if v31 then b6(v30, v26, v29, v28, v27) else b7(v28)
#| b6(v32: Ptr(GcArray(Signed)), v33: Signed, v34: Ptr(GcArray(Signed)), v35: Ptr(GcImmutableArray(Ptr(tuple2))), v36: Signed):
#|     v37: Signed = getarrayitem[GcArray(Signed)](v32, v33)
#|     v38: Signed = getarrayitem[GcArray(Signed)](v34, v33)
#|     v39: Ptr(tuple2) = malloc[tuple2]()
#|     v40: Void = setfield[tuple2.item0](v39, v37)
#|     v41: Void = setfield[tuple2.item1](v39, v38)
#|     v42: Void = setarrayitem[GcImmutableArray(Ptr(tuple2))](v35, v33, v39)
#|     v43: Signed = int_add(v33, 1)
#|     goto b5(v43, v36, v35, v34, v32)
#| b7(v44: Ptr(GcImmutableArray(Ptr(tuple2)))):
#|     v45: Bool = ptr_nonzero(v44)
#|     if v45 then b8(v44) else b16()
#| b8(v46: Ptr(GcImmutableArray(Ptr(tuple2)))):
#|     v47: Ptr(list_iter) = malloc[list_iter]()
#|     v48: Void = setfield[list_iter.list](v47, v46)
#|     goto b9(0, v47)
#| b9(v49: Signed, v50: Ptr(list_iter)):
#|     v51: Ptr(GcImmutableArray(Ptr(tuple2))) = getfield[list_iter.list](v50)
#|     v52: Signed = getfield[list_iter.index](v50)
#|     v53: Signed = getarraysize[GcImmutableArray(Ptr(tuple2))](v51)
#|     v54: Bool = int_lt(v52, v53)
#|     if v54 then b10(v52, v50, v51, v49) else b13(v49)
#| b10(v55: Signed, v56: Ptr(list_iter), v57: Ptr(GcImmutableArray(Ptr(tuple2))), v58: Signed):
#|     v59: Signed = int_add(v55, 1)
#|     v60: Void = setfield[list_iter.index](v56, v59)
#|     v61: Signed = getarraysize[GcImmutableArray(Ptr(tuple2))](v57)
#|     v62: Ptr(tuple2) = getarrayitem[GcImmutableArray(Ptr(tuple2))](v57, v55)
#|     goto b11(v56, v62, v58)
#| b11(v63: Ptr(list_iter), v64: Ptr(tuple2), v65: Signed):
#|     goto b12(v63, v65, v64)
#| b12(v66: Ptr(list_iter), v67: Signed, v68: Ptr(tuple2)):
#|     v69: Signed = getfield[tuple2.item0](v68)
#|     v70: Signed = getfield[tuple2.item1](v68)
#|     v71: Signed = int_mul(v69, v70)
#|     v72: Signed = int_add(v67, v71)
#|     goto b9(v72, v66)
#| b13(v73: Signed):
#|     goto b14(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v73)
#| b14(v74: Ptr(object_vtable), v75: Ptr(object), v76: Signed):
#|     goto return(v76)
#| b16():
#|     v78: Void = abort[none_operand]()
#|     unreachable
