# Items of bool take a byte; an item that is stored as integer is converted.
# entry: f(int)
# run: f(5) => 1
def f(n):
    l = [n > 3, n > 7]
    m = [n, n > 4]
    return int(l[0]) + m[1] - 1

#| graph bools.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_gt(v1, 3)
#|     v3: Bool = int_gt(v1, 7)
#|     v4: Ptr(GcImmutableArray(Bool)) = mallocvar[GcImmutableArray(Bool)](2)
#|     v5: Signed = getarraysize[GcImmutableArray(Bool)](v4)
#|     v6: Void = setarrayitem[GcImmutableArray(Bool)](v4, 0, v2)
#|     v7: Void = setarrayitem[GcImmutableArray(Bool)](v4, 1, v3)
#|     v8: Bool = int_gt(v1, 4)
#|     v9: Signed = cast_bool_to_int(v8)
#|     v10: Ptr(GcImmutableArray(Signed)) = mallocvar[GcImmutableArray(Signed)](2)
#|     v11: Signed = getarraysize[GcImmutableArray(Signed)](v10)
#|     v12: Void = setarrayitem[GcImmutableArray(Signed)](v10, 0, v1)
#|     v13: Void = setarrayitem[GcImmutableArray(Signed)](v10, 1, v9)
#|     v14: Bool = ptr_nonzero(v4)
#|     if v14 then b2(v4, v10) else b10()
#| b2(v15: Ptr(GcImmutableArray(Bool)), v16: Ptr(GcImmutableArray(Signed))):
#|     v17: Signed = getarraysize[GcImmutableArray(Bool)](v15)
#|     v18: Unsigned = cast_int_to_uint(v17)
#|     v19: Bool = uint_lt(0u, v18)
#|     if v19 then b3(v15, v16) else b9()
#| b3(v20: Ptr(GcImmutableArray(Bool)), v21: Ptr(GcImmutableArray(Signed))):
#|     v22: Bool = getarrayitem[GcImmutableArray(Bool)](v20, 0)
#|     v23: Signed = cast_bool_to_int(v22)
#|     v24: Bool = ptr_nonzero(v21)
#|     if v24 then b4(v21, v23) else b8()
#| b4(v25: Ptr(GcImmutableArray(Signed)), v26: Signed):
#|     v27: Signed = getarraysize[GcImmutableArray(Signed)](v25)
#|     v28: Unsigned = cast_int_to_uint(v27)
#|     v29: Bool = uint_lt(1u, v28)
#|     if v29 then b5(v25, v26) else b7()
#| b5(v30: Ptr(GcImmutableArray(Signed)), v31: Signed):
#|     v32: Signed = getarrayitem[GcImmutableArray(Signed)](v30, 1)
#|     v33: Signed = int_add(v31, v32)
#|     v34: Signed = int_sub(v33, 1)
#|     goto return(v34)
#| b7():
#|     v36: Void = abort[index_out_of_range]()
#|     unreachable
#| b8():
#|     v37: Void = abort[none_operand]()
#|     unreachable
#| b9():
#|     v38: Void = abort[index_out_of_range]()
#|     unreachable
#| b10():
#|     v39: Void = abort[none_operand]()
#|     unreachable
