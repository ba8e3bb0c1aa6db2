# copy: f(red, red) -> green; green: v2 v3 v5 v6 v8 v9 v12 v13
# Promotion of a red, a green loop that is unrolled, a result that is green.
graph f(v0: Signed, v1: Float) -> Signed
b0(v0: Signed, v1: Float):
    v2: Signed = hint[promote](v0)
    goto b1(v2, 0, v1)
b1(v3: Signed, v5: Signed, v4: Float):
    v6: Bool = int_lt(v5, v3)
    if v6 then b2(v3, v5, v4) else b3(v5)
b2(v8: Signed, v9: Signed, v10: Float):
    v11: Float = float_add(v10, 1.5)
    v12: Signed = int_add(v9, 1)
    goto b1(v8, v12, v11)
b3(v13: Signed):
    goto return(v13)
