# For a JIT, an index of which nothing is known is compared as it is first, and counted from the end behind that.
# for_jit
# entry: f(int)
# run: f(2) => 31
# run: f(-1) => 31
# run: f(-3) => 11
# run: f(3) => raises IndexError
# run: f(-4) => raises IndexError
def f(i):
    l = [10, 20, 30]
    l[i] += 1
    return l[i]

#| graph negative_index_jit.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](3)
#|     v3: Signed = getarraysize[GcArray(Signed)](v2)
#|     v4: Void = setarrayitem[GcArray(Signed)](v2, 0, 10)
#|     v5: Void = setarrayitem[GcArray(Signed)](v2, 1, 20)
#|     v6: Void = setarrayitem[GcArray(Signed)](v2, 2, 30)
#|     v7: Bool = ptr_nonzero(v2)
#|     if v7 then b2(v2, v1) else b23()
#| b2(v8: Ptr(GcArray(Signed)), v9: Signed):
#|     v10: Signed = getarraysize[GcArray(Signed)](v8)
#|     v11: Unsigned = cast_int_to_uint(v9)
#|     v12: Unsigned = cast_int_to_uint(v10)
#|     v13: Bool = uint_lt(v11, v12)
#|     v14: Bool = likely(v13)
#|     if v14 then b3(v9, v8) else b4(v9, v10, v8)
#| b3(v15: Signed, v16: Ptr(GcArray(Signed))):
#|     goto b6(v15, v16, v15)
#| b4(v17: Signed, v18: Signed, v19: Ptr(GcArray(Signed))):
#|     v20: Signed = int_rshift(v17, 63)
#|     v21: Signed = int_and(v20, v18)
#|     v22: Signed = int_add(v17, v21)
#|     v23: Unsigned = cast_int_to_uint(v22)
#|     v24: Unsigned = cast_int_to_uint(v18)
#|     v25: Bool = uint_lt(v23, v24)
#|     if v25 then b5(v22, v17, v19) else b22()
#| b5(v26: Signed, v27: Signed, v28: Ptr(GcArray(Signed))):
#|     goto b6(v26, v28, v27)
#| b6(v29: Signed, v30: Ptr(GcArray(Signed)), v31: Signed):
#|     v32: Signed = getarrayitem[GcArray(Signed)](v30, v29)
#|     v33: Signed = int_add(v32, 1)
#|     v34: Bool = ptr_nonzero(v30)
#|     if v34 then b7(v30, v31, v33) else b21()
#| b7(v35: Ptr(GcArray(Signed)), v36: Signed, v37: Signed):
#|     v38: Signed = getarraysize[GcArray(Signed)](v35)
#|     v39: Unsigned = cast_int_to_uint(v36)
#|     v40: Unsigned = cast_int_to_uint(v38)
#|     v41: Bool = uint_lt(v39, v40)
#|     v42: Bool = likely(v41)
#|     if v42 then b8(v36, v37, v35) else b9(v36, v38, v37, v35)
#| b8(v43: Signed, v44: Signed, v45: Ptr(GcArray(Signed))):
#|     goto b11(v43, v45, v44, v43)
#| b9(v46: Signed, v47: Signed, v48: Signed, v49: Ptr(GcArray(Signed))):
#|     v50: Signed = int_rshift(v46, 63)
#|     v51: Signed = int_and(v50, v47)
#|     v52: Signed = int_add(v46, v51)
#|     v53: Unsigned = cast_int_to_uint(v52)
#|     v54: Unsigned = cast_int_to_uint(v47)
#|     v55: Bool = uint_lt(v53, v54)
#|     if v55 then b10(v52, v46, v48, v49) else b20()
#| b10(v56: Signed, v57: Signed, v58: Signed, v59: Ptr(GcArray(Signed))):
#|     goto b11(v56, v59, v58, v57)
#| b11(v60: Signed, v61: Ptr(GcArray(Signed)), v62: Signed, v63: Signed):
#|     v64: Void = setarrayitem[GcArray(Signed)](v61, v60, v62)
#|     v65: Bool = ptr_nonzero(v61)
#|     if v65 then b12(v61, v63) else b19()
#| b12(v66: Ptr(GcArray(Signed)), v67: Signed):
#|     v68: Signed = getarraysize[GcArray(Signed)](v66)
#|     v69: Unsigned = cast_int_to_uint(v67)
#|     v70: Unsigned = cast_int_to_uint(v68)
#|     v71: Bool = uint_lt(v69, v70)
#|     v72: Bool = likely(v71)
#|     if v72 then b13(v67, v66) else b14(v67, v68, v66)
#| b13(v73: Signed, v74: Ptr(GcArray(Signed))):
#|     goto b16(v73, v74)
#| b14(v75: Signed, v76: Signed, v77: Ptr(GcArray(Signed))):
#|     v78: Signed = int_rshift(v75, 63)
#|     v79: Signed = int_and(v78, v76)
#|     v80: Signed = int_add(v75, v79)
#|     v81: Unsigned = cast_int_to_uint(v80)
#|     v82: Unsigned = cast_int_to_uint(v76)
#|     v83: Bool = uint_lt(v81, v82)
#|     if v83 then b15(v80, v77) else b18()
#| b15(v84: Signed, v85: Ptr(GcArray(Signed))):
#|     goto b16(v84, v85)
#| b16(v86: Signed, v87: Ptr(GcArray(Signed))):
#|     v88: Signed = getarrayitem[GcArray(Signed)](v87, v86)
#|     goto return(v88)
#| b18():
#|     v90: Void = abort[index_out_of_range]()
#|     unreachable
#| b19():
#|     v91: Void = abort[none_operand]()
#|     unreachable
#| b20():
#|     v92: Void = abort[index_out_of_range]()
#|     unreachable
#| b21():
#|     v93: Void = abort[none_operand]()
#|     unreachable
#| b22():
#|     v94: Void = abort[index_out_of_range]()
#|     unreachable
#| b23():
#|     v95: Void = abort[none_operand]()
#|     unreachable
