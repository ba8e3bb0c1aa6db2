# A shift left wraps around, a shift right keeps the sign; counts are the program's business.
# entry: f(int, nonneg)
# run: f(-5, 1) => -13
def f(a, n):
    return (a << n) + (a >> n)

#| graph shift.f(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Unsigned = cast_int_to_uint(v3)
#|     v5: Bool = uint_lt(v4, 64u)
#|     if v5 then b2(v2, v3) else b3(v3, v2)
#| b2(v6: Signed, v7: Signed):
#|     v8: Signed = int_lshift(v6, v7)
#|     goto b5(v8, v7, v6)
#| b3(v9: Signed, v10: Signed):
#|     v11: Bool = int_ge(v9, 0)
#|     if v11 then b4(v10, v9) else b12()
#| b4(v12: Signed, v13: Signed):
#|     goto b5(0, v13, v12)
#| b5(v14: Signed, v15: Signed, v16: Signed):
#|     v17: Unsigned = cast_int_to_uint(v15)
#|     v18: Bool = uint_lt(v17, 64u)
#|     if v18 then b6(v16, v15, v14) else b7(v15, v16, v14)
#| b6(v19: Signed, v20: Signed, v21: Signed):
#|     v22: Signed = int_rshift(v19, v20)
#|     goto b9(v22, v21)
#| b7(v23: Signed, v24: Signed, v25: Signed):
#|     v26: Bool = int_ge(v23, 0)
#|     if v26 then b8(v24, v25) else b11()
#| b8(v27: Signed, v28: Signed):
#|     v29: Signed = int_rshift(v27, 63)
#|     goto b9(v29, v28)
#| b9(v30: Signed, v31: Signed):
#|     v32: Signed = int_add(v31, v30)
#|     goto return(v32)
#| b11():
#|     v34: Void = abort[value_out_of_range]()
#|     unreachable
#| b12():
#|     v35: Void = abort[value_out_of_range]()
#|     unreachable
