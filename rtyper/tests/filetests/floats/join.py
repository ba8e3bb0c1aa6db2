# Where an integer and a float meet, the integer is converted on the link.
# entry: f(int)
# run: f(1) => 1.0
# run: f(-1) => 0.5
def f(n):
    if n > 0:
        x = n
    else:
        x = 0.5
    return x * 1.0

#| graph join.f(v0: Signed) -> Float
#| b0(v0: Signed):
#|     goto b1(v0)
#| b1(v1: Signed):
#|     v2: Bool = int_gt(v1, 0)
#|     if v2 then b2(v1) else return(0.5)
#| b2(v3: Signed):
#|     v4: Float = cast_int_to_float(v3)
#|     v5: Float = float_mul(v4, 1.0)
#|     goto return(v5)
