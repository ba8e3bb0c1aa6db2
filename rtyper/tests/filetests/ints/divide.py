# Division rounds down: the helper of the library corrects what the machine gives. The divisor is tested, also where
# it is unused.
# entry: f(int, int)
# run: f(-7, 2) => -3
# run: f(7, 0) => raises ZeroDivisionError
def f(a, b):
    a % b
    return a // b + a % b

#| graph divide.f(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Signed = int_add(v3, 1)
#|     v5: Unsigned = cast_int_to_uint(v4)
#|     v6: Bool = uint_le(v5, 1u)
#|     if v6 then b2(v3, v2) else b5(v2, v3)
#| b2(v7: Signed, v8: Signed):
#|     v9: Bool = int_ne(v7, 0)
#|     if v9 then b3(v8, v7) else b4()
#| b3(v10: Signed, v11: Signed):
#|     goto b6(0, v11, v10)
#| b4():
#|     v12: Void = abort[zero_division]()
#|     unreachable
#| b5(v13: Signed, v14: Signed):
#|     v15: Signed = int_mod(v13, v14)
#|     v16: Signed = int_rshift(v14, 63)
#|     v17: Signed = int_xor(v15, v16)
#|     v18: Signed = int_sub(v17, v16)
#|     v19: Signed = int_rshift(v18, 63)
#|     v20: Signed = int_and(v19, v14)
#|     v21: Signed = int_add(v15, v20)
#|     goto b6(v21, v14, v13)
#| b6(v22: Signed, v23: Signed, v24: Signed):
#|     v25: Signed = int_add(v23, 1)
#|     v26: Unsigned = cast_int_to_uint(v25)
#|     v27: Bool = uint_le(v26, 1u)
#|     if v27 then b7(v23, v24) else b10(v24, v23)
#| b7(v28: Signed, v29: Signed):
#|     v30: Bool = int_ne(v28, 0)
#|     if v30 then b8(v29, v28) else b9()
#| b8(v31: Signed, v32: Signed):
#|     v33: Signed = int_neg(v31)
#|     goto b11(v33, v32, v31)
#| b9():
#|     v34: Void = abort[zero_division]()
#|     unreachable
#| b10(v35: Signed, v36: Signed):
#|     v37: Signed = int_floordiv(v35, v36)
#|     v38: Signed = int_mul(v37, v36)
#|     v39: Signed = int_sub(v35, v38)
#|     v40: Signed = int_rshift(v36, 63)
#|     v41: Signed = int_xor(v39, v40)
#|     v42: Signed = int_sub(v41, v40)
#|     v43: Signed = int_rshift(v42, 63)
#|     v44: Signed = int_add(v37, v43)
#|     goto b11(v44, v36, v35)
#| b11(v45: Signed, v46: Signed, v47: Signed):
#|     v48: Signed = int_add(v46, 1)
#|     v49: Unsigned = cast_int_to_uint(v48)
#|     v50: Bool = uint_le(v49, 1u)
#|     if v50 then b12(v46, v45) else b15(v47, v46, v45)
#| b12(v51: Signed, v52: Signed):
#|     v53: Bool = int_ne(v51, 0)
#|     if v53 then b13(v52) else b14()
#| b13(v54: Signed):
#|     goto b16(0, v54)
#| b14():
#|     v55: Void = abort[zero_division]()
#|     unreachable
#| b15(v56: Signed, v57: Signed, v58: Signed):
#|     v59: Signed = int_mod(v56, v57)
#|     v60: Signed = int_rshift(v57, 63)
#|     v61: Signed = int_xor(v59, v60)
#|     v62: Signed = int_sub(v61, v60)
#|     v63: Signed = int_rshift(v62, 63)
#|     v64: Signed = int_and(v63, v57)
#|     v65: Signed = int_add(v59, v64)
#|     goto b16(v65, v58)
#| b16(v66: Signed, v67: Signed):
#|     v68: Signed = int_add(v67, v66)
#|     goto return(v68)
