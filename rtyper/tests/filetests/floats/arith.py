# Arithmetic is one operation each, the divisor is tested. An integer operand is converted first.
# entry: f(float, int)
# run: f(3.0, 2) => 1.5
# run: f(3.0, 0) => raises ZeroDivisionError
def f(x, n):
    return x / n

#| graph arith.f(v0: Float, v1: Signed) -> Float
#| b0(v0: Float, v1: Signed):
#|     goto b1(v0, v1)
#| b1(v2: Float, v3: Signed):
#|     v4: Float = cast_int_to_float(v3)
#|     v5: Bool = float_ne(v4, 0.0)
#|     if v5 then b2(v2, v4) else b4()
#| b2(v6: Float, v7: Float):
#|     v8: Float = float_truediv(v6, v7)
#|     goto return(v8)
#| b4():
#|     v10: Void = abort[zero_division]()
#|     unreachable
