# min and max of integers are a comparison and a choice.
# entry: f(int, int)
# run: f(3, 9) => 3009
def f(a, b):
    return min(a, b) * 1000 + max(a, b)

#| graph min_max.f(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Bool = int_lt(v3, v2)
#|     if v4 then b2(v3, v2) else b3(v2, v3)
#| b2(v5: Signed, v6: Signed):
#|     goto b4(v5, v5, v6)
#| b3(v7: Signed, v8: Signed):
#|     goto b4(v7, v8, v7)
#| b4(v9: Signed, v10: Signed, v11: Signed):
#|     v12: Signed = int_mul(v9, 1000)
#|     v13: Bool = int_gt(v10, v11)
#|     if v13 then b5(v10, v12) else b6(v11, v12)
#| b5(v14: Signed, v15: Signed):
#|     goto b7(v14, v15)
#| b6(v16: Signed, v17: Signed):
#|     goto b7(v16, v17)
#| b7(v18: Signed, v19: Signed):
#|     v20: Signed = int_add(v19, v18)
#|     goto return(v20)
