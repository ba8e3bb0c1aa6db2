# A sum of numbers that are not negative may be negative (it wraps around), so the annotation does not spare the
# correction; that a value is a boolean does. A constant divisor needs no test.
# entry: f(nonneg, int)
# run: f(7, 2) => 4
# run: f(-7, 0) => -4
def f(a, b):
    return a // 2 + int(b > 1) % 2

#| graph divide_nonneg.f(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Signed = int_floordiv(v2, 2)
#|     v5: Signed = int_mul(v4, 2)
#|     v6: Signed = int_sub(v2, v5)
#|     v7: Signed = int_rshift(v6, 63)
#|     v8: Signed = int_add(v4, v7)
#|     v9: Bool = int_gt(v3, 1)
#|     v10: Signed = cast_bool_to_int(v9)
#|     v11: Signed = int_mod(v10, 2)
#|     v12: Signed = int_rshift(v11, 63)
#|     v13: Signed = int_and(v12, 2)
#|     v14: Signed = int_add(v11, v13)
#|     v15: Signed = int_add(v8, v14)
#|     goto return(v15)
