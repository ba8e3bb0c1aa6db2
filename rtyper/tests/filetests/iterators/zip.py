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
#|     if v11 then b2(v6, v2) else b14()
#| b2(v12: Ptr(GcImmutableArray(Signed)), v13: Ptr(GcImmutableArray(Signed))):
#|     v14: Bool = ptr_nonzero(v12)
#|     if v14 then b3(v13, v12) else b13()
#| b3(v15: Ptr(GcImmutableArray(Signed)), v16: Ptr(GcImmutableArray(Signed))):
#|     v17: Ptr(list_iter) = malloc[list_iter]()
#|     v18: Void = setfield[list_iter.list](v17, v15)
#|     v19: Ptr(list_iter) = malloc[list_iter]()
#|     v20: Void = setfield[list_iter.list](v19, v16)
#|     v21: Ptr(zip) = malloc[zip]()
#|     v22: Void = setfield[zip.first](v21, v17)
#|     v23: Void = setfield[zip.second](v21, v19)
#|     goto b4(0, v21)
#| b4(v24: Signed, v25: Ptr(zip)):
#|     v26: Ptr(list_iter) = getfield[zip.first](v25)
#|     v27: Ptr(list_iter) = getfield[zip.second](v25)
#|     v28: Ptr(GcImmutableArray(Signed)) = getfield[list_iter.list](v26)
#|     v29: Signed = getfield[list_iter.index](v26)
#|     v30: Signed = getarraysize[GcImmutableArray(Signed)](v28)
#|     v31: Bool = int_lt(v29, v30)
#|     if v31 then b5(v29, v26, v28, v27, v24, v25) else b10(v24)
#| b5(v32: Signed, v33: Ptr(list_iter), v34: Ptr(GcImmutableArray(Signed)), v35: Ptr(list_iter), v36: Signed, v37: Ptr(zip)):
#|     v38: Signed = int_add(v32, 1)
#|     v39: Void = setfield[list_iter.index](v33, v38)
#|     v40: Signed = getarraysize[GcImmutableArray(Signed)](v34)
#|     v41: Signed = getarrayitem[GcImmutableArray(Signed)](v34, v32)
#|     v42: Ptr(GcImmutableArray(Signed)) = getfield[list_iter.list](v35)
#|     v43: Signed = getfield[list_iter.index](v35)
#|     v44: Signed = getarraysize[GcImmutableArray(Signed)](v42)
#|     v45: Bool = int_lt(v43, v44)
#|     if v45 then b6(v43, v35, v42, v41, v37, v36) else b9(v36)
#| b6(v46: Signed, v47: Ptr(list_iter), v48: Ptr(GcImmutableArray(Signed)), v49: Signed, v50: Ptr(zip), v51: Signed):
#|     v52: Signed = int_add(v46, 1)
#|     v53: Void = setfield[list_iter.index](v47, v52)
#|     v54: Signed = getarraysize[GcImmutableArray(Signed)](v48)
#|     v55: Signed = getarrayitem[GcImmutableArray(Signed)](v48, v46)
#|     v56: Ptr(tuple2) = malloc[tuple2]()
#|     v57: Void = setfield[tuple2.item0](v56, v49)
#|     v58: Void = setfield[tuple2.item1](v56, v55)
#|     goto b7(v50, v56, v51)
#| b7(v59: Ptr(zip), v60: Ptr(tuple2), v61: Signed):
#|     goto b8(v59, v61, v60)
#| b8(v62: Ptr(zip), v63: Signed, v64: Ptr(tuple2)):
#|     v65: Signed = getfield[tuple2.item0](v64)
#|     v66: Signed = getfield[tuple2.item1](v64)
#|     v67: Signed = int_mul(v65, v66)
#|     v68: Signed = int_add(v63, v67)
#|     goto b4(v68, v62)
#| b9(v69: Signed):
#|     goto b11(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v69)
#| b10(v70: Signed):
#|     goto b11(cast(@StopIteration.vtable, Ptr(object_vtable)), cast(@StopIteration%20instance, Ptr(object)), v70)
#| b11(v71: Ptr(object_vtable), v72: Ptr(object), v73: Signed):
#|     goto return(v73)
#| b13():
#|     v75: Void = abort[none_operand]()
#|     unreachable
#| b14():
#|     v76: Void = abort[none_operand]()
#|     unreachable
