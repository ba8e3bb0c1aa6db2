# A literal list of numbers or texts of which nothing is asked but membership is a constant tuple; one of floats is not.
# entry: f(int, float, str)
# run: f(2, 2.5, 'a') => 7
# run: f(9, 1.0, 'bc') => 6
# run: f(2, 2.0, 'd') => 1
def f(n, x, s):
    return (n in [1, 2, 5]) + (x in [1.0, 2.5]) * 2 + (s in ['a', 'bc']) * 4

#| graph literal_contains.f(v0: Signed, v1: Float, v2: Ptr(rpy_string)) -> Signed
#| b0(v0: Signed, v1: Float, v2: Ptr(rpy_string)):
#|     goto b1(v0, v1, v2)
#| b1(v3: Signed, v4: Float, v5: Ptr(rpy_string)):
#|     v6: Bool = int_eq(v3, 1)
#|     if v6 then b2(v5, v4, v3) else b3(v3, v5, v4)
#| b2(v7: Ptr(rpy_string), v8: Float, v9: Signed):
#|     goto b4(true, v7, v8, v9)
#| b3(v10: Signed, v11: Ptr(rpy_string), v12: Float):
#|     v13: Bool = int_eq(v10, 2)
#|     goto b4(v13, v11, v12, v10)
#| b4(v14: Bool, v15: Ptr(rpy_string), v16: Float, v17: Signed):
#|     if v14 then b5(v15, v16) else b6(v17, v15, v16)
#| b5(v18: Ptr(rpy_string), v19: Float):
#|     goto b7(true, v18, v19)
#| b6(v20: Signed, v21: Ptr(rpy_string), v22: Float):
#|     v23: Bool = int_eq(v20, 5)
#|     goto b7(v23, v21, v22)
#| b7(v24: Bool, v25: Ptr(rpy_string), v26: Float):
#|     v27: Ptr(GcImmutableArray(Float)) = mallocvar[GcImmutableArray(Float)](2)
#|     v28: Signed = getarraysize[GcImmutableArray(Float)](v27)
#|     v29: Void = setarrayitem[GcImmutableArray(Float)](v27, 0, 1.0)
#|     v30: Void = setarrayitem[GcImmutableArray(Float)](v27, 1, 2.5)
#|     v31: Bool = ptr_nonzero(v27)
#|     if v31 then b8(v27, v26, v24, v25) else b13()
#| b8(v32: Ptr(GcImmutableArray(Float)), v33: Float, v34: Bool, v35: Ptr(rpy_string)):
#|     v36: Signed = getarraysize[GcImmutableArray(Float)](v32)
#|     v37: Ptr(GcArray(Float)) = cast_pointer(v32)
#|     v38: Signed = direct_call[rpython.rtyper.lltypesystem.rlist.ll_find_item](v37, 0, v36, v33)
#|     v39: Bool = int_ge(v38, 0)
#|     v40: Signed = cast_bool_to_int(v39)
#|     v41: Signed = int_mul(v40, 2)
#|     v42: Signed = cast_bool_to_int(v34)
#|     v43: Signed = int_add(v42, v41)
#|     v44: Bool = direct_call[rpython.rtyper.lltypesystem.rstr.ll_streq_char](v35, 'a')
#|     if v44 then b9(v43) else b10(v35, v43)
#| b9(v45: Signed):
#|     goto b11(true, v45)
#| b10(v46: Ptr(rpy_string), v47: Signed):
#|     v48: Bool = direct_call[rpython.rtyper.lltypesystem.rstr.ll_streq](v46, @%22bc%22)
#|     goto b11(v48, v47)
#| b11(v49: Bool, v50: Signed):
#|     v51: Signed = cast_bool_to_int(v49)
#|     v52: Signed = int_mul(v51, 4)
#|     v53: Signed = int_add(v50, v52)
#|     goto return(v53)
#| b13():
#|     v55: Void = abort[none_operand]()
#|     unreachable
