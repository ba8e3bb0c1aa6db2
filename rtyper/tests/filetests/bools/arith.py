# `not` and `and` are control flow; `&` of bools is a bool, a product is an integer.
# entry: f(int, int)
# run: f(1, 1) => 1
# run: f(1, 0) => 10
def f(a, b):
    x = a > 0
    y = b > 0
    if not (x and y):
        return x * 10
    return int(x & y)

#| graph arith.f(v0: Signed, v1: Signed) -> Signed
#| b0(v0: Signed, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Signed, v3: Signed):
#|     v4: Bool = int_gt(v2, 0)
#|     v5: Bool = int_gt(v3, 0)
#|     if v4 then b2(v5, v4) else b4(v4)
#| b2(v6: Bool, v7: Bool):
#|     if v6 then b3(v6, v7) else b4(v7)
#| b3(v8: Bool, v9: Bool):
#|     v10: Signed = cast_bool_to_int(v9)
#|     v11: Signed = cast_bool_to_int(v8)
#|     v12: Signed = int_and(v10, v11)
#|     v13: Bool = int_is_true(v12)
#|     v14: Signed = cast_bool_to_int(v13)
#|     goto return(v14)
#| b4(v15: Bool):
#|     v16: Signed = cast_bool_to_int(v15)
#|     v17: Signed = int_mul(v16, 10)
#|     goto return(v17)
