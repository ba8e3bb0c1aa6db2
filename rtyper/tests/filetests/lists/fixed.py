# A list that never changes its length is an array: one test of the index.
# entry: f(int, nonneg)
# run: f(3, 1) => 4
# run: f(3, 2) => raises IndexError
def f(n, i):
    l = [n, n + 1]
    l[0] = 7
    return l[i]

#| graph fixed.f(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Signed = int_add(v2, 1)
#|     v5: Ptr(GcArray(Signed)) = mallocvar[GcArray(Signed)](2)
#|     v6: Signed = getarraysize[GcArray(Signed)](v5)
#|     v7: Void = setarrayitem[GcArray(Signed)](v5, 0, v2)
#|     v8: Void = setarrayitem[GcArray(Signed)](v5, 1, v4)
#|     v9: Bool = ptr_nonzero(v5)
#|     if v9 then b2(v5, v3) else b10()
#| b2(v10: Ptr(GcArray(Signed)), v11: Signed):
#|     v12: Signed = getarraysize[GcArray(Signed)](v10)
#|     v13: Unsigned = cast_int_to_uint(v12)
#|     v14: Bool = uint_lt(0u, v13)
#|     if v14 then b3(v10, v11) else b9()
#| b3(v15: Ptr(GcArray(Signed)), v16: Signed):
#|     v17: Void = setarrayitem[GcArray(Signed)](v15, 0, 7)
#|     v18: Bool = ptr_nonzero(v15)
#|     if v18 then b4(v15, v16) else b8()
#| b4(v19: Ptr(GcArray(Signed)), v20: Signed):
#|     v21: Signed = getarraysize[GcArray(Signed)](v19)
#|     v22: Unsigned = cast_int_to_uint(v20)
#|     v23: Unsigned = cast_int_to_uint(v21)
#|     v24: Bool = uint_lt(v22, v23)
#|     if v24 then b5(v19, v20) else b7()
#| b5(v25: Ptr(GcArray(Signed)), v26: Signed):
#|     v27: Signed = getarrayitem[GcArray(Signed)](v25, v26)
#|     goto return(v27)
#| b7():
#|     v29: Void = abort[index_out_of_range]()
#|     unreachable
#| b8():
#|     v30: Void = abort[none_operand]()
#|     unreachable
#| b9():
#|     v31: Void = abort[index_out_of_range]()
#|     unreachable
#| b10():
#|     v32: Void = abort[none_operand]()
#|     unreachable
