# An unsigned integer is not equal to a negative one of the same bits.
# entry: f(int)
# run: f(-1) => 0
# run: f(-3) => 0
# run: f(3) => 23
# run: f(4) => 7
from rpython.rlib.rarithmetic import r_uint


def f(n):
    u = r_uint(n)
    return (u == n) + (n == u) * 2 + (not u != n) * 4 + (u == -1) * 8 + (u in (-1, 3)) * 16

#| graph equal_signedness.f(v0: Signed) -> Signed
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Unsigned = cast_int_to_uint(v1)
#|     v3: Unsigned = cast_int_to_uint(v1)
#|     v4: Bool = uint_eq(v2, v3)
#|     if v4 then b2(v1, v2) else b3(v2, v1)
#| b2(v5: Signed, v6: Unsigned):
#|     v7: Bool = int_ge(v5, 0)
#|     goto b4(v7, v5, v6)
#| b3(v8: Unsigned, v9: Signed):
#|     goto b4(false, v9, v8)
#| b4(v10: Bool, v11: Signed, v12: Unsigned):
#|     v13: Unsigned = cast_int_to_uint(v11)
#|     v14: Bool = uint_eq(v13, v12)
#|     if v14 then b5(v11, v12, v10) else b6(v12, v11, v10)
#| b5(v15: Signed, v16: Unsigned, v17: Bool):
#|     v18: Bool = int_ge(v15, 0)
#|     goto b7(v18, v17, v15, v16)
#| b6(v19: Unsigned, v20: Signed, v21: Bool):
#|     goto b7(false, v21, v20, v19)
#| b7(v22: Bool, v23: Bool, v24: Signed, v25: Unsigned):
#|     v26: Signed = cast_bool_to_int(v22)
#|     v27: Signed = int_mul(v26, 2)
#|     v28: Signed = cast_bool_to_int(v23)
#|     v29: Signed = int_add(v28, v27)
#|     v30: Unsigned = cast_int_to_uint(v24)
#|     v31: Bool = uint_eq(v25, v30)
#|     if v31 then b8(v24, v29, v25) else b9(v29, v25)
#| b8(v32: Signed, v33: Signed, v34: Unsigned):
#|     v35: Bool = int_ge(v32, 0)
#|     goto b10(v35, v34, v33)
#| b9(v36: Signed, v37: Unsigned):
#|     goto b10(false, v37, v36)
#| b10(v38: Bool, v39: Unsigned, v40: Signed):
#|     v41: Bool = bool_not(v38)
#|     if v41 then b11(0, v39, v40) else b11(4, v39, v40)
#| b11(v42: Signed, v43: Unsigned, v44: Signed):
#|     v45: Signed = int_add(v44, v42)
#|     v46: Bool = uint_eq(v43, 18446744073709551615u)
#|     if v46 then b12(v43, v45) else b13(v43, v45)
#| b12(v47: Unsigned, v48: Signed):
#|     v49: Bool = int_ge(-1, 0)
#|     goto b14(v49, v48, v47)
#| b13(v50: Unsigned, v51: Signed):
#|     goto b14(false, v51, v50)
#| b14(v52: Bool, v53: Signed, v54: Unsigned):
#|     v55: Signed = cast_bool_to_int(v52)
#|     v56: Signed = int_mul(v55, 8)
#|     v57: Signed = int_add(v53, v56)
#|     v58: Bool = uint_eq(v54, 18446744073709551615u)
#|     if v58 then b15(v54, v57) else b16(v54, v57)
#| b15(v59: Unsigned, v60: Signed):
#|     v61: Bool = int_ge(-1, 0)
#|     goto b17(v61, v60, v59)
#| b16(v62: Unsigned, v63: Signed):
#|     goto b17(false, v63, v62)
#| b17(v64: Bool, v65: Signed, v66: Unsigned):
#|     if v64 then b19(16, v65) else b18(v66, v65)
#| b18(v67: Unsigned, v68: Signed):
#|     v69: Bool = uint_eq(v67, 3u)
#|     if v69 then b19(16, v68) else b19(0, v68)
#| b19(v70: Signed, v71: Signed):
#|     v72: Signed = int_add(v71, v70)
#|     goto return(v72)
